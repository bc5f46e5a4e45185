import * as l10n from '@vscode/l10n';
import type { Holder, HoldersPicture, Panel } from '../../protocol/overview.ts';
import { formatShare } from '../../text/number.ts';
import { TableHead } from '../shared/elements.tsx';
import { CountView, GroupName } from './counts.tsx';
import { Legend, PanelView, type Send } from './panel.tsx';

/** Active jobs by workflow and by person, compared with all jobs. */
export function Holders({ panel, send }: { panel: Panel<HoldersPicture>; send: Send }) {
  const { workflows = [], people = [] } = panel.picture ?? {};
  const legend = (
    <>
      <Legend of="active">{l10n.t('wide: share of the active jobs')}</Legend>
      {isCompared([...workflows, ...people]) && <Legend of="all">{l10n.t('thin: share of all jobs')}</Legend>}
    </>
  );
  return (
    <PanelView id="holders" title={l10n.t('What holds the work?')} panel={panel} legend={legend} send={send}>
      {(picture) => <HoldersTables picture={picture} send={send} />}
    </PanelView>
  );
}

function isCompared(holders: readonly Holder[]): boolean {
  return holders.some(({ allShare }) => allShare !== null);
}

function HoldersTables({ picture: { workflows, people }, send }: { picture: HoldersPicture; send: Send }) {
  const shares = [...workflows, ...people].flatMap((each) => [each.activeShare, each.allShare ?? 0]);
  const shared = { widest: Math.max(0.01, ...shares), send };
  return (
    <div class="side-by-side">
      <HoldersTable name={l10n.t('By workflow')} holders={workflows} firstRow={0} {...shared} />
      <HoldersTable name={l10n.t('By person')} holders={people} firstRow={workflows.length} {...shared} />
    </div>
  );
}

interface HoldersTableProps {
  name: string;
  holders: readonly Holder[];
  firstRow: number;
  widest: number;
  send: Send;
}

function HoldersTable({ name, holders, firstRow, widest, send }: HoldersTableProps) {
  if (holders.length === 0) return null;
  const numbers = [l10n.t('active'), l10n.t('of active')];
  if (isCompared(holders)) numbers.push(l10n.t('of all'));
  return (
    <table class="holder-table">
      <TableHead columns={[{ name }, {}, ...numbers.map((title) => ({ name: title, class: 'number' }))]} />
      <tbody>
        {holders.map((holder, index) => {
          const row = firstRow + index;
          const shares = [holder.activeShare, holder.allShare].slice(0, numbers.length - 1);
          return (
            <tr key={row}>
              <th scope="row">
                <GroupName name={holder.name} isOne={holder.holders === 1} />
              </th>
              <td class="shares">
                {shares.map((share, bar) => (
                  <i key={bar} style={{ width: `${((share ?? 0) / widest) * 100}%` }} />
                ))}
              </td>
              <td class="number">
                <CountView
                  id={`holders/${row}`}
                  count={holder.active}
                  of={holder.name}
                  at={`${row},0`}
                  send={send}
                />
              </td>
              {shares.map((share, column) => (
                <td key={column} class="number dim">
                  {share === null ? '–' : formatShare(share)}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
