import * as l10n from '@vscode/l10n';
import type { Panel, StuckPicture } from '../../protocol/overview.ts';
import { TableHead } from '../shared/elements.tsx';
import { CountView, GroupName } from './counts.tsx';
import { Legend, PanelView, type Send } from './panel.tsx';

/** Active jobs by step and age. */
export function Stuck({ panel, send }: { panel: Panel<StuckPicture>; send: Send }) {
  const tones = panel.picture?.ages.map(({ tone }) => tone) ?? [];
  const legend = (
    <>
      {tones.includes('long') && <Legend of="long">{l10n.t('half of the jobs finish sooner')}</Legend>}
      {tones.includes('overdue') && <Legend of="overdue">{l10n.t('9 in 10 jobs finish sooner')}</Legend>}
    </>
  );
  return (
    <PanelView
      id="stuck"
      title={l10n.t('Where is it stuck?')}
      panel={panel}
      legend={legend}
      isTable
      send={send}
    >
      {(picture) => <StuckTable picture={picture} send={send} />}
    </PanelView>
  );
}

function StuckTable({ picture: { ages, steps }, send }: { picture: StuckPicture; send: Send }) {
  const single = steps.filter((step) => step.steps === 1);
  const most = Math.max(1, ...single.flatMap(({ cells }) => cells.map(({ value }) => value)));
  const active = l10n.t('active');
  const columns = [
    ...ages.map(({ label, name, tone }) => ({ label, name, class: tone })),
    { label: active, name: active, class: 'active' },
  ];
  return (
    <table class="heat" aria-labelledby="heading-stuck" style={{ '--columns': columns.length }}>
      <TableHead
        columns={[
          { name: l10n.t('Step') },
          ...columns.map((column) => ({ name: column.label, class: column.class })),
        ]}
      />
      <tbody>
        {steps.map(({ name, steps: count, cells, active: all }, row) => (
          <tr key={row}>
            <th scope="row">
              <GroupName name={name} isOne={count === 1} />
            </th>
            {[...cells, all].map((cell, index) => (
              <td
                key={index}
                class={`cell ${cell.value > 0 ? columns[index]?.class : 'none'}`}
                style={{ '--size': sizeOf(count === 1 ? cell.value / most : 0) }}
              >
                <CountView
                  id={`stuck/${row}/${index}`}
                  count={cell}
                  of={l10n.t('{0}, {1}', name, columns[index]?.name ?? '')}
                  at={`${row},${index}`}
                  send={send}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Colour strength of a cell, low enough to keep the number readable: least for the sum of further steps. */
function sizeOf(share: number): string {
  return `${8 + 24 * Math.sqrt(Math.min(1, share))}%`;
}
