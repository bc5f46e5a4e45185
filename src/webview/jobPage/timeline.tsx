import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ShownJob } from '../../protocol/jobPage.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import { Dotted, Section, ServiceText } from '../shared/elements.tsx';
import { useMarks, useWidth } from '../shared/pictures.ts';
import { formatBrief, isAhead } from '../shared/times.tsx';
import { usePage, type PageContext } from '../shared/viewState.ts';
import { layOut, placeLabels, weights, type PageEvent } from './timelineLayout.ts';

/** Most events named at once. */
const mostNamed = 3;

/** The job's events as a picture, and as a list for the keyboard, screen readers and narrow pages. Names the event under the pointer or focus below the picture. */
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
      {isDrawn && <TimelinePicture {...picture} ahead={ahead.map((_, index) => past.length + index)} texts={texts} state={job.state} named={named} name={name} />}
      <p class="small named" aria-hidden="true">
        {sentences.slice(0, mostNamed).map((each, index) => <span key={index}><Sentence text={each} /></span>)}
        {sentences.length > mostNamed && <span>{l10n.t('{0} more', formatNumber(sentences.length - mostNamed))}</span>}
      </p>
      {!toScale && <p class="small dim picture-note">{l10n.t('Not to scale: most events happened close together.')}</p>}
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
      <span class="dim"><Dotted>{[...times, ...people.map((each) => <ServiceText>{oneLine(each)}</ServiceText>)]}</Dotted></span>
    </>
  );
}

/** The events up to now, for an active job with a last one that is now or the last reading; and those whose times lie ahead, which tell no duration. */
function eventsOf({ state, timeline }: ShownJob, staleSince: number | null, now: number): { past: PageEvent[]; ahead: PageEvent[] } {
  const { past = [], ahead = [] } = Object.groupBy(timeline, ({ at }): 'past' | 'ahead' => (isAhead(at, now) ? 'ahead' : 'past'));
  const end: PageEvent[] = state !== 'active' || timeline.length === 0 ? [] : [{ kind: staleSince === null ? 'now' : 'known', name: '', at: Math.max(staleSince ?? now, past.at(-1)?.at ?? 0) }];
  const untilNow = (event: PageEvent): PageEvent => (event.kind === 'step' && event.until !== null ? { ...event, until: Math.min(event.until, now) } : event);
  return { past: [...past.map(untilNow), ...end], ahead };
}

/** Shorter timelines show seconds. */
const shortSpan = 10 * 60_000;

function describeEvents(events: readonly PageEvent[], { state, startedBy }: ShownJob, { now }: PageContext): EventText[] {
  const end = events.findLast(({ at }) => !isAhead(at, now))?.at ?? now;
  const isShort = end - (events[0]?.at ?? now) < shortSpan;
  const duration = (ms: number) => (isShort && ms >= 60_000 ? l10n.t('{0} min {1} s', Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)) : formatDuration(ms));
  return events.map((event): EventText => {
    const time = formatBrief(event.at, now, isShort);
    const moment: EventText = { title: event.name, times: [time], people: [], isCurrent: false };
    switch (event.kind) {
      case 'step': {
        const isCurrent = state === 'active' && event.until === null;
        if (isAhead(event.at, now)) return { ...moment, people: event.owners, isCurrent };
        const lasted = duration((event.until ?? end) - event.at);
        const times = event.beganEarlier
          ? [l10n.t('began before {0}', time), isCurrent ? l10n.t('for at least {0}', lasted) : l10n.t('at least {0}', lasted)]
          : [time, isCurrent ? l10n.t('for {0}', lasted) : lasted];
        return { title: event.name, times: event.source === 'seen' ? [...times, l10n.t('first seen then')] : times, people: event.owners, isCurrent };
      }
      case 'log':
        return moment;
      case 'started':
        return { ...moment, title: l10n.t('Started'), people: startedBy ? [startedBy] : [] };
      case 'updated':
      case 'completed':
      case 'now':
      case 'known':
        return { ...moment, title: { updated: l10n.t('Updated'), completed: l10n.t('Completed'), now: l10n.t('Now'), known: l10n.t('Last known') }[event.kind] };
    }
  });
}

/** The texts of an event. */
interface EventText {
  readonly title: string;
  /** Times and durations in the page's language; a bar's label omits the first, its start. */
  readonly times: readonly string[];
  /** Names from the service. */
  readonly people: readonly string[];
  readonly isCurrent: boolean;
}

interface PictureProps extends Pick<ReturnType<typeof layOut>, 'bars' | 'marks'> {
  /** Indices of the events whose times lie ahead. */
  ahead: readonly number[];
  texts: readonly EventText[];
  state: string;
  /** Indices of the events that are named below the picture. */
  named: readonly number[];
  name: (indices: readonly number[]) => void;
}

const mostLanes = 10;
const mostLabelledLanes = 3;
/** Pixels. */
const [labelledLane, bareLane, axisHeight, margin] = [60, 16, 52, 8];
const longestLabel = 32;

/** Steps as bars in lanes above an axis with a mark for each moment. Labels that do not fit are hidden, because pointing at a mark names it. */
function TimelinePicture({ bars, marks, ahead, texts, state, named, name }: PictureProps) {
  const { picture } = useWidth(0);
  useLayoutEffect(() => fitLabels(picture.current));
  const drawn = bars.filter(({ lane }) => lane < mostLanes);
  const lanes = Math.max(0, ...drawn.map(({ lane }) => lane + 1));
  const isLabelled = lanes <= mostLabelledLanes;
  const laneHeight = isLabelled ? labelledLane : bareLane;
  const axisY = margin + lanes * laneHeight;
  const group = (kind: string, indices: readonly number[], children: ComponentChildren) => (
    <g key={`${kind}${indices[0]}`} class={`mark ${kind}${indices.some((index) => named.includes(index)) ? ' named' : ''}`} onPointerEnter={() => name(indices)}>
      {children}
    </g>
  );
  return (
    <svg ref={picture} class="picture" height={axisY + axisHeight} aria-hidden="true" onPointerLeave={() => name([])}>
      {drawn.map(({ index, from, x, to, lane, room }) => {
        const y = margin + lane * laneHeight;
        return group(`step${texts[index]?.isCurrent ? ' current' : ''}`, [index], <>
          <Line class="hit" from={from} to={to} y={y} />
          {from < x && <Line class="earlier" from={from} to={x} y={y} />}
          <Line class="bar" from={x} to={to} y={y} />
          <circle class={from < x ? 'dot open' : 'dot'} cx={percent(x)} cy={y} r={5} />
          {isLabelled && <Label x={from} y={y} row={lane} weight={texts[index]?.isCurrent ? 2 : to - from} text={texts[index]} room={room} />}
        </>);
      })}
      <Line class={bars.length > 0 ? 'axis' : `axis bar ${state}`} from={0} to={1} y={axisY} />
      {(ahead.length > 0 || marks.at(-1)?.kind === 'now') && <svg x="100%" overflow="visible">
        <line class="ahead" x1={11} x2={30} y1={axisY} y2={axisY} />
        {ahead.length > 0 && group('later', ahead, <>
          <circle class="hit" cx={27} cy={axisY} r={9} />
          <circle class="dot" cx={27} cy={axisY} r={4} />
        </>)}
      </svg>}
      {marks.map(({ x, index, kind, indices }) => group(kind, indices, <>
        <circle class="hit" cx={percent(x)} cy={axisY} r={9} />
        <circle class="dot" cx={percent(x)} cy={axisY} r={weights[kind] > weights.log ? 6 : 4} />
        <Label x={x} y={axisY} row={mostLanes} weight={weights[kind]} text={texts[index]} />
      </>))}
    </svg>
  );
}

function Line({ class: className, from, to, y }: { class: string; from: number; to: number; y: number }) {
  return <line class={className} x1={percent(from)} x2={percent(to)} y1={y} y2={y} />;
}

interface LabelProps {
  x: number;
  y: number;
  /** Labels of one row must not overlap. */
  row: number;
  weight: number;
  text: EventText | undefined;
  /** The room of a bar's label; a mark's has all of the axis. */
  room?: { readonly from: number; readonly to: number };
}

function Label({ x, y, row, weight, text, room }: LabelProps) {
  if (text === undefined) return null;
  return (
    <g class="label" data-x={x} data-row={row} data-weight={weight} data-from={room?.from ?? 0} data-to={room?.to ?? 1}>
      <text x={percent(x)} y={y + 26}>{oneLine(text.title, longestLabel)}</text>
      <text x={percent(x)} y={y + 42} class="detail">{oneLine([...text.times.slice(room === undefined ? 0 : 1), ...text.people].join(' · '), longestLabel * 1.5)}</text>
    </g>
  );
}

function percent(x: number): string {
  return `${Math.round(x * 10_000) / 100}%`;
}

/** Hides labels that do not fit in their row, after rendering, when their width is known. */
function fitLabels(picture: SVGElement | null): void {
  const width = picture?.getBoundingClientRect().width ?? 0;
  if (picture === null || width === 0) return;
  const rows = Map.groupBy(picture.querySelectorAll<SVGGElement>('.label'), ({ dataset }) => dataset['row']);
  for (const labels of rows.values()) {
    const boxes = labels.map((label) => ({
      at: Number(label.dataset['x']) * width,
      width: Math.max(...[...label.querySelectorAll('text')].map((text) => text.getComputedTextLength())),
      weight: Number(label.dataset['weight']),
      room: { from: Number(label.dataset['from']) * width, to: Number(label.dataset['to']) * width },
    }));
    for (const [index, place] of placeLabels(boxes).entries()) {
      labels[index]?.setAttribute('visibility', place === 'hidden' ? 'hidden' : 'visible');
      labels[index]?.setAttribute('text-anchor', place === 'end' ? 'end' : 'start');
    }
  }
}
