import * as l10n from '@vscode/l10n';
import type { Holder, HoldersPicture, Panel } from '../../protocol/overview.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import { usePage } from '../shared/viewState.ts';
import { CountView, formatShare, isAtLeastSaid } from './counts.tsx';
import { useMarks } from './pictures/marks.ts';
import { PanelView, type Send } from './panel.tsx';

/** Active jobs by workflow and by person, compared with started jobs. */
export function Holders({ panel, send }: { panel: Panel<HoldersPicture>; send: Send }) {
  const instructions = (
    <>
      <span class="legend"><span class="swatch active" />{l10n.t('wide: share of the active jobs')}</span>
      <span class="legend"><span class="swatch started" />{l10n.t('thin: share of the jobs started')}</span>
      <span>{l10n.t('Arrow keys move between the numbers; Enter shows their jobs.')}</span>
    </>
  );
  return (
    <PanelView id="holders" title={l10n.t('What holds the work?')} panel={panel} instructions={instructions} send={send}>
      {(picture) => <HoldersTables picture={picture} grade={panel.grade} send={send} />}
    </PanelView>
  );
}

function HoldersTables({ picture: { workflows, people }, grade, send }: { picture: HoldersPicture; grade: string | null; send: Send }) {
  const marks = useMarks<HTMLDivElement>();
  const all = [...workflows, ...people];
  const widest = Math.max(0.01, ...all.flatMap(({ activeShare, startedShare }) => [activeShare, startedShare ?? 0]));
  const shared = { widest, isSaid: isAtLeastSaid(all.map(({ active }) => active), grade), send };
  return (
    <div {...marks} class="parts">
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
  isSaid: boolean;
  send: Send;
}

function HoldersTable({ name, holders, firstRow, widest, isSaid, send }: HoldersTableProps) {
  const { language } = usePage();
  if (holders.length === 0) return null;
  const hasStarted = holders.some(({ startedShare }) => startedShare !== null);
  const share = (part: number | null) => (part === null ? <Word>–</Word> : formatShare(part, language));
  return (
    <table class="holder-table">
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <td />
          <th scope="col" class="number">{l10n.t('active')}</th>
          <th scope="col" class="number">{l10n.t('of active')}</th>
          {hasStarted && <th scope="col" class="number">{l10n.t('of started')}</th>}
        </tr>
      </thead>
      <tbody>
        {holders.map((holder, index) => (
          <tr key={index}>
            <th scope="row"><HolderName holder={holder} language={language} /></th>
            <td class="shares"><Bars holder={holder} widest={widest} /></td>
            <td class="number"><CountView id={`holders/${firstRow + index}`} count={holder.active} at={`${firstRow + index},0`} isAtLeastSaid={isSaid} send={send} /></td>
            <td class="number dim">{share(holder.activeShare)}</td>
            {hasStarted && <td class="number dim">{share(holder.startedShare)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HolderName({ holder: { name, holders }, language }: { holder: Holder; language: string }) {
  if (holders > 1) return <Word>{l10n.t('{0} further', formatNumber(holders, language))}</Word>;
  return name.trim() === '' ? <Word>{l10n.t('none')}</Word> : <ServiceText>{oneLine(name, 120)}</ServiceText>;
}

function Bars({ holder: { activeShare, startedShare }, widest }: { holder: Holder; widest: number }) {
  const width = (share: number) => `${Math.round((share / widest) * 1000) / 10}%`;
  return (
    <svg height={startedShare === null ? 10 : 17} aria-hidden="true">
      <rect class="active" width={width(activeShare)} height="10" rx="1" />
      {startedShare !== null && <rect class="started" y="13" width={width(startedShare)} height="4" rx="1" />}
    </svg>
  );
}
