import * as l10n from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownJob, TimelineEvent } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { formatDuration } from '../../text/time.ts';
import { Dotted, Section, ServiceText } from '../shared/elements.tsx';
import { formatBrief } from '../shared/times.tsx';
import { usePage, type PageContext } from '../shared/viewState.ts';
import { layOut, placeLabels, weights, type PointKind, type TimelinePoint } from './timelineLayout.ts';

interface PageEvent {
  readonly kind: PointKind;
  readonly name: string;
  readonly at: number;
  readonly until: number | null;
  readonly source: TimelineEvent['source'];
}

/** The job's events as a picture, and as a list for screen readers and narrow pages. */
export function Timeline({ job, staleSince }: { job: ShownJob; staleSince: number | null }) {
  const page = usePage();
  const events = withEnd(job, staleSince, page.now);
  if (events.length < 2) return null;
  const { points, toScale } = layOut(events);
  return (
    <Section id="timeline" title={l10n.t('Timeline')} class="timeline">
      <Picture points={points} job={job} />
      {!toScale && <p class="small dim picture-note">{l10n.t('Not to scale: most of it happened within a short time.')}</p>}
      <ol>
        {events.map((event, index) => {
          const [time, ...rest] = detailOf(event, job, page);
          return (
            <li key={index} class={`${event.kind}${isCurrent(event, job) ? ' current' : ''}`}>
              <ServiceText>{oneLine(titleOf(event))}</ServiceText>{' '}
              <span class="dim">
                <Dotted>{[time, ...rest.map((each) => <ServiceText>{oneLine(each)}</ServiceText>), ...(event.kind === 'step' && event.source === 'seen' ? [l10n.t('seen then')] : [])]}</Dotted>
              </span>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

/** The events; an active job's end with now, or with when it was last read. */
function withEnd({ state, timeline: events }: ShownJob, staleSince: number | null, now: number): PageEvent[] {
  const last = events.at(-1);
  if (last === undefined || state !== 'active') return events;
  return [...events, { kind: staleSince === null ? 'now' : 'known', name: '', at: Math.max(staleSince ?? now, last.at), until: null, source: 'seen' }];
}

function isCurrent({ kind, until }: PageEvent, { state }: ShownJob): boolean {
  return state === 'active' && kind === 'step' && until === null;
}

const [lineY, nameY, detailY] = [12, 42, 61];
const longestLabel = 32;

function Picture({ points, job }: { points: readonly TimelinePoint<PageEvent>[]; job: ShownJob }) {
  const page = usePage();
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => fitLabels(picture.current));
  useLayoutEffect(() => {
    // A test's document has no layout to observe.
    if (picture.current === null || typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(() => fitLabels(picture.current));
    observer.observe(picture.current);
    return () => observer.disconnect();
  }, []);

  const firstCurrent = points.findIndex(({ event }) => isCurrent(event, job));
  const current = job.state === 'active' ? (firstCurrent === -1 ? points.length - 2 : firstCurrent) : Infinity;
  return (
    <svg ref={picture} class="picture" aria-hidden="true">
      {points.slice(1).map(({ x }, index) => (
        <line key={index} class={index >= current ? 'current' : 'past'} x1={percent(points[index]?.x ?? 0)} x2={percent(x)} y1={lineY} y2={lineY} />
      ))}
      {points.at(-1)?.event.kind === 'now' && <svg x="100%" overflow="visible"><line class="ahead" x1={11} x2={30} y1={lineY} y2={lineY} /></svg>}
      {points.map(({ event, x }, index) => {
        const isMinor = event.kind === 'log' || event.kind === 'updated';
        return <circle key={index} class={`dot ${event.kind}${isCurrent(event, job) || (isMinor && index > current) ? ' current' : ''}`} cx={percent(x)} cy={lineY} r={isMinor ? 4 : 6} />;
      })}
      {points.map(({ event, x }, index) => (
        <g key={index} class="label" data-x={x} data-weight={weights[event.kind]}>
          <text x={percent(x)} y={nameY} class="name">{oneLine(titleOf(event), longestLabel)}</text>
          <text x={percent(x)} y={detailY} class="detail">{oneLine(detailOf(event, job, page).join(' · '), longestLabel * 1.5)}</text>
        </g>
      ))}
    </svg>
  );
}

function percent(x: number): string {
  return `${Math.round(x * 10_000) / 100}%`;
}

/** Hides the labels that do not fit beside each other: their width is known once they are drawn. */
function fitLabels(picture: SVGElement | null): void {
  const width = picture?.getBoundingClientRect().width ?? 0;
  if (picture === null || width === 0) return;
  const labels = [...picture.querySelectorAll<SVGGElement>('.label')];
  const boxes = labels.map((label) => ({
    at: Number(label.dataset['x']) * width,
    width: Math.max(...[...label.querySelectorAll('text')].map((text) => text.getComputedTextLength())),
    weight: Number(label.dataset['weight']),
  }));
  for (const [index, place] of placeLabels(boxes, width).entries()) {
    labels[index]?.setAttribute('visibility', place === 'hidden' ? 'hidden' : 'visible');
    labels[index]?.setAttribute('text-anchor', place === 'end' ? 'end' : 'start');
  }
}

function titleOf({ kind, name }: PageEvent): string {
  if (kind === 'step' || kind === 'log') return name;
  return { started: l10n.t('Started'), updated: l10n.t('Updated'), completed: l10n.t('Completed'), now: l10n.t('Now'), known: l10n.t('Last known') }[kind];
}

/** The event's time, then its person, duration or undated steps. */
function detailOf(event: PageEvent, job: ShownJob, { now, language }: PageContext): string[] {
  const time = formatBrief(event.at, now, language);
  switch (event.kind) {
    case 'started':
      return [time, ...(job.startedBy === null ? [] : [job.startedBy])];
    case 'step':
      return [time, event.until === null ? l10n.t('for {0}', formatDuration(now - event.at, language)) : formatDuration(event.until - event.at, language)];
    case 'now':
    case 'known': {
      const undated = job.steps.filter(({ name }) => !job.timeline.some((each) => each.kind === 'step' && each.until === null && each.name === name));
      return [time, ...undated.map(({ name }) => name)];
    }
    case 'log':
    case 'updated':
    case 'completed':
      return [time];
  }
}
