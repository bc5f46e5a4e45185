import * as l10n from '@vscode/l10n';
import type { ReportPeriod } from '../../model/overview/period.ts';
import type { OverviewContent, Panel, ShownReport } from '../../model/overview/report.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import { EnvironmentBadge, NoticeBanner } from '../shared/pageHead.tsx';
import { PanelView } from './panelView.tsx';
import { Strip } from './strip.tsx';
import type { SendFromOverview } from './tableView.tsx';

/** Renders the overview page. */
export function OverviewView({ content, send }: { content: OverviewContent; send: SendFromOverview }) {
  const { connection, environment, notice } = content;
  const panels = content.kind === 'show' ? content.panels : null;
  return (
    <>
      <NoticeBanner notice={notice} send={send} />
      <EnvironmentBadge environment={environment} />
      <header data-section="heading">
        <h1>{l10n.t('Overview')}</h1>
        {connection !== '' && (
          <p class="dim">
            <ServiceText>{connection}</ServiceText>
          </p>
        )}
      </header>
      {content.kind === 'show' && (
        <Strip reading={content.reading} isFailing={notice?.actions.includes('refresh')} send={send} />
      )}
      {panels === null && notice === null && (
        <p class="waiting">
          <Word>{l10n.t('Loading jobs…')}</Word>
        </p>
      )}
      {content.kind === 'show' && panels !== null && (
        <>
          <Panels panels={panels.filter(({ period }) => period === undefined)} send={send} />
          <PeriodChoice period={content.period} periods={content.periods} send={send} />
          <Panels panels={panels.filter(({ period }) => period !== undefined)} send={send} />
        </>
      )}
    </>
  );
}

function Panels({ panels, send }: { panels: readonly Panel[]; send: SendFromOverview }) {
  return (
    <div class="panels">
      {panels.map((panel) => (
        <PanelView key={panel.id} panel={panel} send={send} />
      ))}
    </div>
  );
}

/** Renders the list of periods for the panels below it. */
function PeriodChoice({
  period,
  periods,
  send,
}: Pick<ShownReport, 'period' | 'periods'> & { send: SendFromOverview }) {
  const choose = (chosen: string) => send({ kind: 'setPeriod', period: chosen as ReportPeriod });
  return (
    <label class="period-choice">
      <span class="dim">{l10n.t('Jobs started')}</span>{' '}
      <select data-id="period" value={period} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {periods.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
