import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import type { ShownJob } from '../../model/jobPage/pageContent.ts';
import type { JobContent, PageContent } from '../../model/jobPage/panelContent.ts';
import type { Moment } from '../../model/jobs/members/jobMembers.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { listParts } from '../../text/list.ts';
import { phrase } from '../../text/phrase.ts';
import { formatDuration, isFutureTime } from '../../text/time.ts';
import { Button, Dotted, KeyText, ServiceText } from '../shared/elements.tsx';
import { Icon, type IconShape } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { useMark, usePage, useSend } from '../shared/page.tsx';
import { Elapsed, RelativeTime } from '../shared/times.tsx';

type WaitingReason = NonNullable<ShownJob['waiting']>;

const maxHeadingLength = 300;
/** Maximum number of names in a list of people or steps. */
const maxWaitingNames = 3;

/** Page heading with the job's state, name, summary, and key. */
export function JobHeading({ content }: { content: PageContent }) {
  const { now } = usePage();
  const send = useSend<FromPage>();
  const { state, icon, word } = shownState(content);
  const title = singleLine(pageTitle(content), maxHeadingLength);
  const job = content.kind === 'show' ? content.job : null;
  const key = job === null ? content.page.key || null : job.key;
  const parts = content.kind === 'show' ? summaryParts(content, now) : [];
  if (key !== null && singleLine(key) !== title) parts.push(<KeyText text={key} />);
  return (
    <header data-section="heading">
      <p class={`state ${state} ${useMark('state') ?? ''}`.trimEnd()}>
        <Icon of={icon} />
        <span>{word}</span>
      </p>
      <h1 title={title}>
        <ServiceText>{title}</ServiceText>
      </h1>
      <p class="summary">
        <Dotted>{parts}</Dotted>
        {key !== null && (
          <Button
            id="copyKeyHere"
            icon={icons.copy}
            name={l10n.t('Copy {0}', singleLine(key, 80))}
            press={() => send({ kind: 'copyKey' })}
          />
        )}
      </p>
      {job?.problem && (
        <p class="problem">
          <ServiceText>{singleLine(job.problem, 600)}</ServiceText>
        </p>
      )}
    </header>
  );
}

export function pageTitle(content: PageContent): string {
  return content.kind === 'show' ? content.job.title : (content.name ?? l10n.t('Job'));
}

/** Returns CSS classes, an icon, and a label for the job state, or for the loading state. */
function shownState(content: PageContent): { state: string; icon: IconShape; word: string } {
  if (content.kind === 'show') {
    const { state } = content.job;
    const classes = content.staleSince === null ? state : `${state} stale`;
    return { state: classes, icon: headingIcons[state], word: stateLabel(state) };
  }
  return content.notice === null
    ? { state: 'loading', icon: icons.loading, word: l10n.t('Loading…') }
    : { state: 'absent', icon: icons.circleSlash, word: l10n.t('Not loaded') };
}

const headingIcons: Record<ShownJob['state'], IconShape> = {
  active: icons.record,
  completed: icons.passFilled,
  unknown: icons.question,
  unreadable: icons.warning,
};

export function stateLabel(state: ShownJob['state']): string {
  return {
    active: l10n.t('Active'),
    completed: l10n.t('Completed'),
    unknown: l10n.t('State unknown'),
    unreadable: l10n.t('Could not be read'),
  }[state];
}

function summaryParts({ job, staleSince }: JobContent, now: number): ComponentChild[] {
  const isStale = staleSince !== null;
  const past = (moment: Moment | null) =>
    moment === null || moment.ms === null || isFutureTime(moment.ms, now) ? null : moment.ms;
  const started = past(job.startedAt);
  const completed = past(job.completedAt);
  const startedAgo =
    started === null ? [] : [emphasized(l10n.t('started {0}'), <RelativeTime at={started} />)];
  switch (job.state) {
    case 'active': {
      const waiting = job.waiting === null ? [] : [waitingText(job.waiting, isStale, now)];
      // The job may have been completed since the last update, so its running time is unknown.
      if (started === null || isStale) return [...waiting, ...startedAgo];
      return [...waiting, emphasized(l10n.t('running {0}'), <Elapsed since={started} />)];
    }
    case 'completed': {
      if (completed === null) return [];
      const ended = emphasized(l10n.t('completed {0}'), <RelativeTime at={completed} />);
      return started === null || started > completed
        ? [ended]
        : [ended, emphasized(l10n.t('took {0}'), formatDuration(completed - started))];
    }
    case 'unknown':
      return startedAgo;
    case 'unreadable':
      return [];
  }
}

/** Returns a sentence such as `Waiting for Ada at Release payment for at least 12 d`. */
function waitingText(waiting: WaitingReason, isStale: boolean, now: number): ComponentChild {
  const { since, beganEarlier } = waiting;
  const text = <>{waitingSentence(waiting)}</>;
  if (since === null || isStale || isFutureTime(since, now)) return text;
  const sentence = beganEarlier ? l10n.t('{0} for at least {1}') : l10n.t('{0} for {1}');
  const duration = (
    <strong>
      <Elapsed since={since} />
    </strong>
  );
  return <>{phrase(sentence, text, duration)}</>;
}

function waitingSentence({ people, steps }: WaitingReason): ComponentChild[] {
  if (people.length === 0) return phrase(l10n.t('Waiting at {0}'), namesInSentence(steps));
  if (steps.length === 0) return phrase(l10n.t('Waiting for {0}'), namesInSentence(people));
  return phrase(l10n.t('Waiting for {0} at {1}'), namesInSentence(people), namesInSentence(steps));
}

function emphasized(sentence: string, value: ComponentChild): ComponentChild {
  return <>{phrase(sentence, <strong>{value}</strong>)}</>;
}

/** Formats names, such as `A, B and 2 more`. */
function namesInSentence(names: readonly string[]): ComponentChild {
  return (
    <>
      {listParts(
        names.map((name) => singleLine(name)),
        maxWaitingNames,
      ).map(({ type, value }) =>
        type === 'element' ? (
          <strong>
            <ServiceText>{value}</ServiceText>
          </strong>
        ) : (
          value
        ),
      )}
    </>
  );
}
