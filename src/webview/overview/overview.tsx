import * as l10n from '@vscode/l10n';
import type { ReportPeriod } from '../../model/overview/period.ts';
import type { OverviewContent, Panel, ShownReport } from '../../model/overview/report.ts';
import type { FromOverview } from '../../protocol/overview.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import { SendProvider, useSend } from '../shared/page.tsx';
import { EnvironmentBadge, NoticeBanner } from '../shared/pageHead.tsx';
import { PanelView } from './panelView.tsx';
import { Strip } from './strip.tsx';

interface OverviewProps {
  content: OverviewContent;
  send: (message: FromOverview) => void;
}

/** Renders the content of the overview page. */
export function OverviewView({ content, send }: OverviewProps) {
  const { connection, environment, notice } = content;
  const panels = content.kind === 'show' ? content.panels : null;
  return (
    <SendProvider value={send}>
      <NoticeBanner notice={notice} />
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
        <Strip reading={content.reading} isFailing={notice?.actions.includes('refresh')} />
      )}
      {panels === null && notice === null && (
        <p class="waiting">
          <Word>{l10n.t('Loading jobs…')}</Word>
        </p>
      )}
      {content.kind === 'show' && panels !== null && (
        <>
          <Panels panels={panels.filter(({ period }) => period === undefined)} />
          <PeriodChoice period={content.period} periods={content.periods} />
          <Panels panels={panels.filter(({ period }) => period !== undefined)} />
        </>
      )}
    </SendProvider>
  );
}

function Panels({ panels }: { panels: readonly Panel[] }) {
  return (
    <div class="panels">
      {panels.map((panel) => (
        <PanelView key={panel.id} panel={panel} />
      ))}
    </div>
  );
}

/** Drop-down list of time periods. The selected period applies to the panels below the list. */
function PeriodChoice({ period, periods }: Pick<ShownReport, 'period' | 'periods'>) {
  const send = useSend<FromOverview>();
  const choose = (chosen: string) => send({ kind: 'setPeriod', period: chosen as ReportPeriod });
  return (
    <label class="period-choice">
      <span class="dim">{l10n.t('Jobs started')}</span>{' '}
      <select
        data-id="period"
        value={period}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {periods.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
