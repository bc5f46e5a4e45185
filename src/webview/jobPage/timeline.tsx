import * as l10n from '@vscode/l10n';
import type { TimelineEvent } from '../../model/jobPage/jobTimeline.ts';
import type { ShownJob } from '../../model/jobPage/pageContent.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatDuration, isFutureTime } from '../../text/time.ts';
import { Portion } from '../shared/disclosure.tsx';
import { Dotted, Section, ServiceText } from '../shared/elements.tsx';
import { usePage } from '../shared/page.tsx';
import { formatBrief } from '../shared/times.tsx';

/** Time range of the timeline, in epoch milliseconds. */
interface Scale {
  readonly start: number;
  /** Time of the last event. For an active job, the current time or the time of the last check. */
  readonly end: number;
  readonly now: number;
}

/** Maximum duration for which the timeline shows seconds, in milliseconds. */
const shortSpan = 10 * 60_000;

/** List of job events. A bar or dot shows the time of each event. */
export function Timeline({ job, staleSince }: { job: ShownJob; staleSince: number | null }) {
  const { now } = usePage();
  const { timeline } = job;
  if (timeline.length < 2) return null;
  const scale = scaleOf(job, staleSince, now);
  return (
    <Section id="timeline" title={l10n.t('Timeline')} class="timeline">
      <Portion id="timeline" count={timeline.length} atFirst={100} atOnce={500}>
        {(shown) => (
          <ol>
            {timeline.slice(0, shown).map((event, index) => (
              <EventRow key={index} event={event} job={job} scale={scale} />
            ))}
          </ol>
        )}
      </Portion>
    </Section>
  );
}

function scaleOf({ state, timeline }: ShownJob, staleSince: number | null, now: number): Scale {
  const past = timeline
    .flatMap((event) => [event.at, event.kind === 'step' ? (event.until ?? event.at) : event.at])
    .filter((at) => !isFutureTime(at, now));
  const known = state === 'active' ? [...past, staleSince ?? now] : past;
  const start = Math.min(...known);
  return { start, end: Math.max(...known), now };
}

function EventRow({ event, job, scale }: { event: TimelineEvent; job: ShownJob; scale: Scale }) {
  const isActive = event.kind === 'step' && event.until === null && job.state === 'active';
  const isFuture = isFutureTime(event.at, scale.now);
  return (
    <li class={`${event.kind}${isActive ? ' active' : ''}${isFuture ? ' future' : ''}`}>
      <span class="dim">{eventTime(event, scale)}</span>
      <div>
        <ServiceText>{singleLine(event.name)}</ServiceText>{' '}
        <span class="small dim">
          <Dotted>
            {[
              ...(isFuture
                ? [l10n.t('later than this computer’s clock')]
                : durationTexts(event, isActive, scale)),
              ...event.people.map((name) => <ServiceText>{singleLine(name)}</ServiceText>),
            ]}
          </Dotted>
        </span>
      </div>
      <Track event={event} scale={scale} />
    </li>
  );
}

/** Bar or dot for an event. Hidden from screen readers, because the event's text has the times. */
function Track({ event, scale: { start, end } }: { event: TimelineEvent; scale: Scale }) {
  const percent = (at: number) =>
    (100 * (Math.min(Math.max(at, start), end) - start)) / Math.max(1, end - start);
  const from = percent(event.at);
  const to = event.kind === 'step' ? percent(event.until ?? end) : from;
  return (
    <span class="track" aria-hidden="true">
      <span
        class={event.kind === 'step' ? 'bar' : 'dot'}
        style={{ left: `${from}%`, width: `${to - from}%` }}
      />
    </span>
  );
}

function eventTime(event: TimelineEvent, { start, end, now }: Scale): string {
  const time = formatBrief(event.at, now, end - start < shortSpan);
  return event.kind === 'step' && event.beganEarlier ? l10n.t('since {0} or earlier', time) : time;
}

function durationTexts(event: TimelineEvent, isActive: boolean, { end }: Scale): string[] {
  if (event.kind !== 'step') return [];
  const lasted = formatDuration(Math.max(0, Math.min(event.until ?? end, end) - event.at));
  if (!isActive) return event.until === null ? [] : [lasted];
  // The active step may have begun before the displayed time, so the duration is unknown.
  return event.beganEarlier ? [] : [l10n.t('for {0}', lasted)];
}
