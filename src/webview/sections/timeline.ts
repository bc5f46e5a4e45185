import * as l10n from '@vscode/l10n';
import type { JobPage, TimelineEvent } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { formatDuration } from '../../text/time.ts';
import { formatBrief } from '../clock.ts';
import { dotted, element, section, serviceText, type Child } from '../elements.ts';
import type { PageContext } from '../pageContext.ts';
import { layOut, weightOf, type PointKind } from '../timelineLayout.ts';

interface PageEvent {
  readonly kind: PointKind;
  readonly name: string;
  readonly at: number;
  readonly until: number | null;
  readonly source: TimelineEvent['source'];
}

/** What happened when: as a picture, and as a list for those who listen or have little room. */
export function timeline(job: JobPage, staleSince: number | null, context: PageContext): HTMLElement | null {
  const events = withEnd(job, staleSince, context.now);
  if (events.length < 2) return null;
  const { points, toScale } = layOut(events);
  const note = toScale ? [] : [element('p', { class: 'small dim picture-note' }, l10n.t('Not to scale: most of it happened within a short time.'))];
  return section('timeline', l10n.t('Timeline'), 'timeline', picture(points, job, context), ...note, list(events, job, context));
}

/** An active job goes on: its line ends where it is now, or was when it was last read. */
function withEnd({ state, timeline: events }: JobPage, staleSince: number | null, now: number): PageEvent[] {
  const last = events.at(-1);
  if (last === undefined || state === 'completed') return events;
  const end: PageEvent = { kind: staleSince === null ? 'now' : 'known', name: '', at: Math.max(staleSince ?? now, last.at), until: null, source: 'seen' };
  return state === 'active' ? [...events, end] : events;
}

const svg = 'http://www.w3.org/2000/svg';

function shape(tag: 'svg' | 'g' | 'line' | 'circle' | 'text', attributes: Record<string, string>, ...children: Child[]): SVGElement {
  const created = document.createElementNS(svg, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

const [lineY, nameY, detailY] = ['12', '42', '61'];
const longestLabel = 32;

function picture(points: ReturnType<typeof layOut<PageEvent>>['points'], job: JobPage, context: PageContext): SVGElement {
  const percent = (x: number) => `${Math.round(x * 10_000) / 100}%`;
  const isOpen = points.at(-1)?.event.kind === 'now';
  const isActive = ({ kind, until }: PageEvent) => job.state === 'active' && kind === 'step' && until === null;
  const firstActive = points.findIndex(({ event }) => isActive(event));
  const current = job.state === 'active' ? (firstActive === -1 ? points.length - 2 : firstActive) : Infinity;
  const lines = points.slice(1).map(({ x }, index) => {
    const from = points[index]?.x ?? 0;
    return shape('line', { class: index >= current ? 'current' : 'past', x1: percent(from), x2: percent(x), y1: lineY, y2: lineY });
  });
  const dots = points.map(({ event, x }, index) => {
    const isMinor = event.kind === 'log' || event.kind === 'updated';
    return shape('circle', { class: `dot ${event.kind}${isActive(event) || (isMinor && index > current) ? ' current' : ''}`, cx: percent(x), cy: lineY, r: isMinor ? '4' : '6' });
  });
  const labels = points.map(({ event, x }) => {
    const at = { x: percent(x) };
    const detail = detailOf(event, job, context);
    return shape(
      'g',
      { class: 'label', 'data-x': String(x), 'data-weight': String(weightOf(event.kind)) },
      shape('text', { ...at, y: nameY, class: 'name' }, oneLine(titleOf(event), longestLabel)),
      shape('text', { ...at, y: detailY, class: 'detail' }, oneLine(detail.join(' · '), longestLabel * 1.5)),
    );
  });
  const ahead = isOpen ? [shape('svg', { x: '100%', overflow: 'visible' }, shape('line', { class: 'ahead', x1: '11', x2: '30', y1: lineY, y2: lineY }))] : [];
  return shape('svg', { class: 'picture', 'aria-hidden': 'true' }, ...lines, ...ahead, ...dots, ...labels);
}

function titleOf({ kind, name }: PageEvent): string {
  switch (kind) {
    case 'started':
      return l10n.t('Started');
    case 'step':
    case 'log':
      return name;
    case 'updated':
      return l10n.t('Updated');
    case 'completed':
      return l10n.t('Completed');
    case 'now':
      return l10n.t('Now');
    case 'known':
      return l10n.t('Last known');
  }
}

function detailOf(event: PageEvent, job: JobPage, { now, language }: PageContext): string[] {
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

function list(events: readonly PageEvent[], job: JobPage, context: PageContext): HTMLElement {
  const items = events.map((event) => {
    const [time = '', ...rest] = detailOf(event, job, context);
    const seen = event.kind === 'step' && event.source === 'seen' ? [l10n.t('seen then')] : [];
    return element(
      'li',
      { class: `event ${event.kind}${event.kind === 'step' && event.until === null && job.state === 'active' ? ' current' : ''}` },
      element('span', { class: 'title' }, serviceText(oneLine(titleOf(event)))),
      ' ',
      element('span', { class: 'dim' }, ...dotted([time, ...rest.map((each) => serviceText(oneLine(each))), ...seen])),
    );
  });
  return element('ol', {}, ...items);
}
