import * as l10n from '@vscode/l10n';
import type { Holder, HoldersPicture, Panel } from '../../protocol/overview.ts';
import { formatShare } from '../../text/number.ts';
import { TableHead, Word } from '../shared/elements.tsx';
import { CountView, GroupName } from './counts.tsx';
import { useMarks } from '../shared/pictures.ts';
import { PanelView, type Send } from './panel.tsx';

/** Active jobs by workflow and by person, compared with all jobs. */
export function Holders({ panel, send }: { panel: Panel<HoldersPicture>; send: Send }) {
  const isCompared = [...(panel.picture?.workflows ?? []), ...(panel.picture?.people ?? [])].some(
    ({ allShare }) => allShare !== null,
  );
  const instructions = (
    <>
      <span class="legend">
        <span class="swatch active" />
        {l10n.t('wide: share of the active jobs')}
      </span>
      {isCompared && (
        <span class="legend">
          <span class="swatch all" />
          {l10n.t('thin: share of all jobs')}
        </span>
      )}
      <span>{l10n.t('Arrow keys move between the numbers; Enter shows their jobs.')}</span>
    </>
  );
  return (
    <PanelView
      id="holders"
      title={l10n.t('What holds the work?')}
      panel={panel}
      instructions={instructions}
      send={send}
    >
      {(picture) => <HoldersTables picture={picture} send={send} />}
    </PanelView>
  );
}

function HoldersTables({ picture: { workflows, people }, send }: { picture: HoldersPicture; send: Send }) {
  const marks = useMarks<HTMLDivElement>();
  const all = [...workflows, ...people];
  const widest = Math.max(0.01, ...all.flatMap(({ activeShare, allShare }) => [activeShare, allShare ?? 0]));
  const shared = { widest, send };
  return (
    <div {...marks} class="side-by-side" role="group" aria-labelledby="heading-holders">
      <HoldersTable name={l10n.t('By workflow')} holders={workflows} firstRow={0} {...shared} />
      <HoldersTable name={l10n.t('By person')} holders={people} firstRow={workflows.length} {...shared} />
    </div>
  );
}

function HoldersTable({
  name,
  holders,
  firstRow,
  widest,
  send,
}: {
  name: string;
  holders: readonly Holder[];
  firstRow: number;
  widest: number;
  send: Send;
}) {
  if (holders.length === 0) return null;
  const isCompared = holders.some(({ allShare }) => allShare !== null);
  const numbers = [l10n.t('active'), l10n.t('of active'), ...(isCompared ? [l10n.t('of all')] : [])];
  const share = (part: number | null) => (part === null ? <Word>–</Word> : formatShare(part));
  return (
    <table class="holder-table">
      <TableHead columns={[{ name }, {}, ...numbers.map((title) => ({ name: title, class: 'number' }))]} />
      <tbody>
        {holders.map((holder, index) => (
          <tr key={index}>
            <th scope="row">
              <GroupName name={holder.name} isOne={holder.holders === 1} />
            </th>
            <td class="shares">
              <Bars holder={holder} widest={widest} />
            </td>
            <td class="number">
              <CountView
                id={`holders/${firstRow + index}`}
                count={holder.active}
                of={holder.name}
                at={`${firstRow + index},0`}
                send={send}
              />
            </td>
            <td class="number dim">{share(holder.activeShare)}</td>
            {isCompared && <td class="number dim">{share(holder.allShare)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bars({ holder: { activeShare, allShare }, widest }: { holder: Holder; widest: number }) {
  const width = (share: number) => `${Math.round((share / widest) * 1000) / 10}%`;
  return (
    <svg height={allShare === null ? 10 : 17} aria-hidden="true">
      <rect class="active" width={width(activeShare)} height="10" rx="1" />
      {allShare !== null && <rect class="all" y="13" width={width(allShare)} height="4" rx="1" />}
    </svg>
  );
}
