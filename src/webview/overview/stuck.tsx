import * as l10n from '@vscode/l10n';
import type { Panel, StuckPicture } from '../../protocol/overview.ts';
import { TableHead } from '../shared/elements.tsx';
import { CountView, GroupName } from './counts.tsx';
import { useMarks } from '../shared/pictures.ts';
import { PanelView, type Send } from './panel.tsx';

/** Active jobs by step and age. */
export function Stuck({ panel, send }: { panel: Panel<StuckPicture>; send: Send }) {
  const hasTone = (tone: string) => panel.picture?.ages.some((age) => age.tone === tone) === true;
  const instructions = (
    <>
      <span>{l10n.t('Arrow keys move between the numbers; Enter shows their jobs.')}</span>
      {hasTone('long') && (
        <span class="legend">
          <span class="swatch long" />
          {l10n.t('half of the jobs finish sooner')}
        </span>
      )}
      {hasTone('overdue') && (
        <span class="legend">
          <span class="swatch overdue" />
          {l10n.t('9 in 10 jobs finish sooner')}
        </span>
      )}
    </>
  );
  return (
    <PanelView
      id="stuck"
      title={l10n.t('Where is it stuck?')}
      panel={panel}
      instructions={instructions}
      isTable
      send={send}
    >
      {(picture) => <StuckTable picture={picture} send={send} />}
    </PanelView>
  );
}

function StuckTable({ picture: { ages, steps }, send }: { picture: StuckPicture; send: Send }) {
  const marks = useMarks<HTMLTableElement>();
  const counts = steps.flatMap(({ cells }) => cells);
  const most = Math.max(1, ...counts.map(({ value }) => value));
  return (
    <table {...marks} class="heat" aria-labelledby="heading-stuck" style={{ '--columns': ages.length + 1 }}>
      <TableHead
        columns={[
          { name: l10n.t('Step') },
          ...ages.map(({ label, tone }) => ({ name: kept(label), class: tone })),
          { name: l10n.t('active') },
        ]}
      />
      <tbody>
        {steps.map((step, row) => (
          <tr key={row}>
            <th scope="row">
              <GroupName name={step.name} isOne={step.steps === 1} />
            </th>
            {step.cells.map((count, column) => (
              <td
                key={column}
                class={count.value > 0 ? `cell ${ages[column]?.tone ?? 'usual'}` : 'cell none'}
                style={count.value > 0 ? { '--size': `${sizeOf(count.value, most)}%` } : undefined}
              >
                <CountView
                  id={`stuck/${row}/${column}`}
                  count={count}
                  of={l10n.t('{0}, {1}', step.name, ages[column]?.name ?? '')}
                  at={`${row},${column}`}
                  send={send}
                />
              </td>
            ))}
            <td class="cell active">
              <CountView
                id={`stuck/${row}/active`}
                count={step.active}
                of={l10n.t('{0}, active', step.name)}
                at={`${row},${ages.length}`}
                send={send}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A label without line breaks between numbers and units. */
function kept(label: string): string {
  return label.replace(/(\d) (?=\p{L})/gu, '$1\u00a0');
}

/** Colour strength of a cell in percent, low enough to keep the number readable. */
function sizeOf(value: number, most: number): number {
  return Math.round(8 + 24 * Math.sqrt(value / most));
}
