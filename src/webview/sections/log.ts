import * as l10n from '@vscode/l10n';
import type { JobPage, LogEntry } from '../../protocol.ts';
import { formatNumber } from '../../text/number.ts';
import { formatBrief } from '../clock.ts';
import { button, element, section, serviceText, word } from '../elements.ts';
import { foldedText } from '../foldedText.ts';
import type { PageContext } from '../pageContext.ts';
import { restMembers } from '../restMembers.ts';

/** Entries that are laid out together, or not at all while they are out of sight. */
const chunkSize = 100;
const shownAtFirst = 2;
const chunksAtOnce = 10;
const longestEntry = 600;

/** What the service logged, newest first where the entries say when. */
export function log({ log: entries }: JobPage, context: PageContext): HTMLElement | null {
  if (entries.length === 0) return null;
  const ordered = inReadingOrder(entries.map((entry, index) => ({ entry, index })));
  const shown = context.memory.chunksShown.get('log') ?? shownAtFirst;
  return section('log', l10n.t('Log'), 'block', ...chunks(ordered, 0, shown, context));
}

interface Placed {
  readonly entry: LogEntry;
  /** In the order of the service. */
  readonly index: number;
}

function inReadingOrder(entries: Placed[]): Placed[] {
  const times = entries.map(({ entry }) => entry.at?.ms ?? null);
  const isOldestFirst = times.every((time, index) => time !== null && (index === 0 || time >= (times[index - 1] ?? Infinity)));
  return isOldestFirst ? entries.toReversed() : entries;
}

function chunks(entries: readonly Placed[], from: number, to: number, context: PageContext): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  for (let chunk = from; chunk < to && chunk * chunkSize < entries.length; chunk += 1) {
    blocks.push(element('ol', { class: 'entries' }, ...entries.slice(chunk * chunkSize, (chunk + 1) * chunkSize).map((each) => entryRow(each, context))));
  }
  const left = entries.length - to * chunkSize;
  return left > 0 ? [...blocks, more(entries, to, left, context)] : blocks;
}

function more(entries: readonly Placed[], from: number, left: number, context: PageContext): HTMLElement {
  const next = Math.min(left, chunksAtOnce * chunkSize);
  return button({
    id: 'more:log',
    label: l10n.t('Show {0} more of {1}', formatNumber(next, context.language), formatNumber(left, context.language)),
    press: (pressed) => {
      context.memory.chunksShown.set('log', from + chunksAtOnce);
      const added = chunks(entries, from, from + chunksAtOnce, context);
      pressed.replaceWith(...added);
      const first = added[0]?.querySelector('li');
      if (first) first.tabIndex = -1;
      first?.focus();
    },
  });
}

function entryRow({ entry: { at, text, rest }, index }: Placed, context: PageContext): HTMLElement {
  const time = at === null ? word('–') : at.ms === null ? serviceText(at.text) : element('time', { datetime: new Date(at.ms).toISOString(), title: at.text }, formatBrief(at.ms, context.now, context.language));
  const words = text === null ? word(l10n.t('without words')) : text === '' ? word(l10n.t('empty text')) : foldedText(`log/${index}`, text, context, longestEntry);
  return element('li', { 'data-value': `log/${index}` }, element('span', { class: 'dim when' }, time), element('div', {}, words, ...restMembers(rest, `log/${index}/rest`, context)));
}
