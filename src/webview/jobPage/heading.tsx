import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import type { EmptyContent, Moment, ShownJob } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { listParts } from '../../text/list.ts';
import { formatDuration, isAhead } from '../../text/time.ts';
import { FoldedText } from '../shared/disclosure.tsx';
import { Button, Dotted, phrase, ServiceText } from '../shared/elements.tsx';
import { Icon, type IconShape } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { Elapsed, RelativeTime } from '../shared/times.tsx';
import { useMark, usePage } from '../shared/viewState.ts';
import type { Send } from './actions.tsx';

const longestTitle = 300;
const longestKey = 120;
const mostSteps = 3;

/** The job's state, name, active steps and duration. */
export function Heading({ job, isStale, send }: { job: ShownJob; isStale: boolean; send: Send }) {
  const { now } = usePage();
  return (
    <header data-section="heading">
      <StateLine
        class={`${job.state}${isStale ? ' stale' : ''}`}
        icon={stateIcons[job.state]}
        text={stateWord(job.state)}
      />
      <h1 title={oneLine(job.title, longestTitle)}>
        <ServiceText>{oneLine(job.title, longestTitle)}</ServiceText>
      </h1>
      <SummaryLine
        parts={summaryParts(job, isStale, now)}
        keyText={job.key}
        isTitle={job.title === oneLine(job.key ?? '')}
        send={send}
      />
      {job.problem !== null && (
        <p class="problem">
          <ServiceText>{oneLine(job.problem, 600)}</ServiceText>
        </p>
      )}
    </header>
  );
}

/** The heading while only the key is known. */
export function EmptyHeading({
  content: { page, name, notice },
  send,
}: {
  content: EmptyContent;
  send: Send;
}) {
  return (
    <header data-section="heading">
      {notice === null ? (
        <StateLine class="loading" icon={icons.loading} text={l10n.t('Loading…')} />
      ) : (
        <StateLine class="absent" icon={icons.circleSlash} text={l10n.t('Not loaded')} />
      )}
      <h1>{name === null ? l10n.t('Job') : <ServiceText>{oneLine(name, longestTitle)}</ServiceText>}</h1>
      <SummaryLine parts={[]} keyText={page.key || null} send={send} />
    </header>
  );
}

/** Where the job stands and its key, unless that is its title, with a button that copies it. */
function SummaryLine({
  parts,
  keyText,
  isTitle = false,
  send,
}: {
  parts: readonly ComponentChild[];
  keyText: string | null;
  isTitle?: boolean;
  send: Send;
}) {
  if (parts.length === 0 && keyText === null) return null;
  const shownKey = keyText !== null && !isTitle && (
    <code class="key">
      <FoldedText id="key" text={keyText} limit={longestKey} />
    </code>
  );
  return (
    <p class="standing">
      <Dotted>{shownKey === false ? [...parts] : [...parts, shownKey]}</Dotted>
      {keyText !== null && (
        <Button
          id="copyKeyHere"
          icon={icons.copy}
          name={l10n.t('Copy {0}', oneLine(keyText, 80))}
          press={() => send({ kind: 'copyKey' })}
        />
      )}
    </p>
  );
}

function StateLine({ class: className, icon, text }: { class: string; icon: IconShape; text: string }) {
  return (
    <p class={`state ${className} ${useMark('state') ?? ''}`.trimEnd()}>
      <Icon of={icon} />
      <span>{text}</span>
    </p>
  );
}

const stateIcons: Record<ShownJob['state'], IconShape> = {
  active: icons.record,
  completed: icons.passFilled,
  unknown: icons.question,
  unreadable: icons.warning,
};

export function stateWord(state: ShownJob['state']): string {
  return {
    active: l10n.t('Active'),
    completed: l10n.t('Completed'),
    unknown: l10n.t('State unknown'),
    unreadable: l10n.t('Could not be read'),
  }[state];
}

function summaryParts(job: ShownJob, isStale: boolean, now: number): ComponentChild[] {
  const past = (moment: Moment | null) =>
    moment === null || moment.ms === null || isAhead(moment.ms, now) ? null : moment.ms;
  const started = past(job.startedAt);
  const completed = past(job.completedAt);
  const startedAgo = started === null ? [] : [strong(l10n.t('started {0}'), <RelativeTime at={started} />)];
  switch (job.state) {
    case 'active': {
      const at = job.steps.length === 0 ? [] : [<>{phrase(l10n.t('at {0}'), stepNames(job.steps))}</>];
      // No running time for an outdated job, because it may have ended.
      if (started === null || isStale) return [...at, ...startedAgo];
      return [...at, strong(l10n.t('running {0}'), <Elapsed since={started} />)];
    }
    case 'completed': {
      if (completed === null) return [];
      const ended = strong(l10n.t('completed {0}'), <RelativeTime at={completed} />);
      return started === null || started > completed
        ? [ended]
        : [ended, strong(l10n.t('took {0}'), formatDuration(completed - started))];
    }
    case 'unknown':
      return startedAgo;
    case 'unreadable':
      return [];
  }
}

function strong(sentence: string, value: ComponentChild): ComponentChild {
  return <>{phrase(sentence, <strong>{value}</strong>)}</>;
}

/** `A, B and 2 more`, with isolated names because of their text direction. */
function stepNames(steps: ShownJob['steps']): ComponentChild {
  return (
    <>
      {listParts(
        steps.map((name) => oneLine(name)),
        mostSteps,
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
