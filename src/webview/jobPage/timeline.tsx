import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ShownJob } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatDuration, isAhead } from '../../text/time.ts';
import { Dotted, Section, ServiceText } from '../shared/elements.tsx';
import { useMarks } from '../shared/pictures.ts';
import { formatBrief } from '../shared/times.tsx';
import { usePage, type PageContext } from '../shared/viewState.ts';
import { layOut, type PageEvent } from './timelineLayout.ts';
import { type EventText, mostLanes, TimelinePicture } from './timelinePicture.tsx';

/** Most events named at once. */
const mostNamed = 3;

/**
 * The job's events as a picture, and as a list for the keyboard, screen readers and narrow pages. Names the
 * event under the pointer or focus below the picture.
 */
export function Timeline({ job, staleSince }: { job: ShownJob; staleSince: number | null }) {
  const page = usePage();
  const [named, name] = useState<readonly number[]>([]);
  const marks = useMarks<HTMLOListElement>((mark) => mark.getClientRects().length > 0);
  const { past, ahead } = eventsOf(job, staleSince, page.now);
  const events = [...past, ...ahead];
  if (events.length < 2) return null;
  const { toScale, ...picture } = layOut(past);
  const texts = describeEvents(events, job, page);
  const sentences = named.flatMap((index) => texts[index] ?? []);
  const isDrawn = past.length > 1;
  const isWhole = isDrawn && picture.bars.every(({ lane }) => lane < mostLanes);
  return (
    <Section id="timeline" title={l10n.t('Timeline')} class={isWhole ? 'timeline' : 'timeline listed'}>
      {isDrawn && (
        <TimelinePicture
          {...picture}
          ahead={ahead.map((_, index) => past.length + index)}
          texts={texts}
          state={job.state}
          named={named}
          name={name}
        />
      )}
      <p class="small named" aria-hidden="true">
        {sentences.slice(0, mostNamed).map((each, index) => (
          <span key={index}>
            <Sentence text={each} />
          </span>
        ))}
        {sentences.length > mostNamed && (
          <span>{l10n.t('{0} more', formatNumber(sentences.length - mostNamed))}</span>
        )}
      </p>
      {!toScale && (
        <p class="small dim picture-note">{l10n.t('Not to scale: most events happened close together.')}</p>
      )}
      <ol {...marks}>
        {texts.map((each, index) => (
          <li
            key={index}
            data-id={`event/${index}`}
            data-at={`0,${index}`}
            class={`${events[index]?.kind}${each.isCurrent ? ' current' : ''}${index < past.length ? '' : ' later'}`}
            tabIndex={-1}
            onFocus={() => name([index])}
            onBlur={() => name([])}
          >
            <Sentence text={each} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Sentence({ text: { title, times, people } }: { text: EventText }) {
  return (
    <>
      <ServiceText>{oneLine(title)}</ServiceText>{' '}
      <span class="dim">
        <Dotted>{[...times, ...people.map((each) => <ServiceText>{oneLine(each)}</ServiceText>)]}</Dotted>
      </span>
    </>
  );
}

/**
 * The events up to now, for an active job with a last one that is now or the last reading; and those whose
 * times lie ahead, which tell no duration.
 */
function eventsOf(
  { state, timeline }: ShownJob,
  staleSince: number | null,
  now: number,
): { past: PageEvent[]; ahead: PageEvent[] } {
  const { past = [], ahead = [] } = Object.groupBy(timeline, ({ at }): 'past' | 'ahead' =>
    isAhead(at, now) ? 'ahead' : 'past',
  );
  const end: PageEvent[] =
    state !== 'active' || timeline.length === 0
      ? []
      : [
          {
            kind: staleSince === null ? 'now' : 'known',
            name: '',
            at: Math.max(staleSince ?? now, past.at(-1)?.at ?? 0),
          },
        ];
  const untilNow = (event: PageEvent): PageEvent =>
    event.kind === 'step' && event.until !== null
      ? { ...event, until: Math.max(event.at, Math.min(event.until, now)) }
      : event;
  return { past: [...past.map(untilNow), ...end], ahead };
}

/** Shorter timelines show seconds. */
const shortSpan = 10 * 60_000;

function describeEvents(
  events: readonly PageEvent[],
  { state, startedBy }: ShownJob,
  { now }: PageContext,
): EventText[] {
  const end = events.findLast(({ at }) => !isAhead(at, now))?.at ?? now;
  const isShort = end - (events[0]?.at ?? now) < shortSpan;
  const duration = (ms: number) =>
    isShort && ms >= 60_000
      ? l10n.t('{0} min {1} s', Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000))
      : formatDuration(ms);
  return events.map((event): EventText => {
    const time = formatBrief(event.at, now, isShort);
    const moment: EventText = { title: event.name, times: [time], people: [], isCurrent: false };
    switch (event.kind) {
      case 'step': {
        const isCurrent = state === 'active' && event.until === null;
        if (isAhead(event.at, now)) return { ...moment, people: event.owners, isCurrent };
        const lasted = duration((event.until ?? end) - event.at);
        const times = event.beganEarlier
          ? [
              l10n.t('began before {0}', time),
              isCurrent ? l10n.t('for at least {0}', lasted) : l10n.t('at least {0}', lasted),
            ]
          : [time, isCurrent ? l10n.t('for {0}', lasted) : lasted];
        return {
          title: event.name,
          times: event.source === 'seen' ? [...times, l10n.t('first seen then')] : times,
          people: event.owners,
          isCurrent,
        };
      }
      case 'log':
        return moment;
      case 'started':
        return { ...moment, title: l10n.t('Started'), people: startedBy ? [startedBy] : [] };
      case 'updated':
      case 'completed':
      case 'now':
      case 'known':
        return {
          ...moment,
          title: {
            updated: l10n.t('Updated'),
            completed: l10n.t('Completed'),
            now: l10n.t('Now'),
            known: l10n.t('Last known'),
          }[event.kind],
        };
    }
  });
}
