import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { JobContent, PageContent } from '../../model/jobPage/panelContent.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { phrase } from '../../text/phrase.ts';
import { ServiceText } from '../shared/elements.tsx';
import { SendProvider, usePage } from '../shared/page.tsx';
import { EnvironmentBadge, NoticeBanner } from '../shared/pageHead.tsx';
import { AbsoluteTime, RelativeTime } from '../shared/times.tsx';
import { Actions } from './actions.tsx';
import { JobCard } from './cards.tsx';
import { JobHeading, pageTitle } from './heading.tsx';
import { Fields, More } from './fields.tsx';
import { JobLog } from './log.tsx';
import { Timeline } from './timeline.tsx';

type SendFromJobPage = (message: FromPage) => void;

interface JobPageProps {
  content: PageContent;
  send: SendFromJobPage;
}

/** Renders the content of the job page. */
export function JobPageView({ content, send: post }: JobPageProps) {
  const isShown = content.kind === 'show';
  const announceRefresh = useRefreshAnnouncements(content);
  const send: SendFromJobPage = (message) => {
    if (message.kind === 'refresh') announceRefresh();
    post(message);
  };
  const title = singleLine(pageTitle(content));
  useLayoutEffect(() => void (document.title = title), [title]);
  return (
    <SendProvider value={send}>
      <div
        onClick={(event) => requestLink(event, send)}
        // Keeps a preview page open after the user has entered text.
        onInput={() => send({ kind: 'keepOpen' })}
      >
        <NoticeBanner notice={content.notice} />
        {isShown && content.staleSince !== null && <Stale since={content.staleSince} />}
        <EnvironmentBadge environment={content.environment} />
        <JobHeading content={content} />
        {isShown && <JobSections content={content} />}
        <ServiceFooter connection={content.connection} />
      </div>
    </SendProvider>
  );
}

/**
 * Announces the result when the user refreshes the page. Does not announce automatic refreshes.
 * @returns function that the page calls when the user requests a refresh
 */
function useRefreshAnnouncements(content: PageContent): () => void {
  const { dispatch, marks } = usePage();
  const isRequested = useRef(false);
  const isLoading = content.kind === 'show' ? content.isLoading : content.notice === null;
  useLayoutEffect(() => {
    if (!isRequested.current || isLoading) return;
    isRequested.current = false;
    // Other notices, for example about a deleted job, are results of a successful refresh.
    const hasFailed = content.notice?.actions.includes('refresh') === true;
    const sentence = hasFailed ? l10n.t('Refresh failed') : l10n.t('Refreshed');
    // If values have changed, screen readers have already announced these changes.
    if (marks.size === 0) dispatch({ kind: 'announce', sentence });
  }, [isLoading]);
  return () => {
    isRequested.current = true;
    dispatch({ kind: 'announce', sentence: l10n.t('Loading…') });
  };
}

/** Lets the extension open a link, so that VS Code asks the user for confirmation. */
function requestLink(event: MouseEvent, send: SendFromJobPage): void {
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  send({ kind: 'openLink', url: link.href });
}

function JobSections({ content }: { content: JobContent }) {
  const { job, isConnected, staleSince } = content;
  return (
    <>
      <Actions content={content} />
      {job.cards.length > 0 && (
        <div data-section="cards" class="cards">
          {job.cards.map((card) => (
            <JobCard key={card.id} card={card} canFilter={isConnected} />
          ))}
        </div>
      )}
      <Timeline job={job} staleSince={staleSince} />
      <Fields fields={job.fields} />
      <JobLog entries={job.log} />
      <More more={job.more} />
    </>
  );
}

/**
 * Shows when an outdated page was last up to date. The text is outside the banner, because screen
 * readers would repeat the banner whenever the time changes.
 */
function Stale({ since }: { since: number }) {
  const times = [<RelativeTime at={since} />, <AbsoluteTime at={since} />];
  return (
    <p data-section="stale" class="up-to-date dim">
      {phrase(l10n.t('Last loaded {0} ({1})'), ...times)}
    </p>
  );
}

/** Footer with the name of the job's service, because the window may use another service. */
function ServiceFooter({ connection }: { connection: string }) {
  if (connection === '') return null;
  return (
    <footer data-section="service" class="small dim">
      {phrase(l10n.t('Service: {0}'), <ServiceText>{singleLine(connection)}</ServiceText>)}
    </footer>
  );
}
