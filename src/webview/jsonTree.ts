import * as l10n from '@vscode/l10n';
import type { Json } from '../protocol.ts';
import { oneLine } from '../text/inert.ts';
import { formatNumber } from '../text/number.ts';
import { disclosure } from './disclosure.ts';
import { button, element, row, serviceText, word, type Child } from './elements.ts';
import { foldedText } from './foldedText.ts';
import type { PageContext } from './pageContext.ts';

type Branch = Json[] | { [name: string]: Json };

const chunkSize = 100;
/** Opening shows one chunk, each press of the button that many more. */
const chunksAtOnce = 5;

/** A value as it stands in a table: nested ones open on demand. */
export function valueText(value: Json, at: string, context: PageContext): HTMLElement {
  if (!isBranch(value) || countOf(value) === 0) return valueOf(value, at, context);
  return disclosure(at, [word(countText(value, context.language))], () => jsonTree(value, at, context), context.memory);
}

/** The members of an object or the items of an array as names and values; nested ones open on demand, long lists grow on demand. */
export function jsonTree(branch: Branch, path: string, context: PageContext): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...chunksOf(branch, 0, context.memory.chunksShown.get(path) ?? 1, path, context));
  return fragment;
}

/** The chunks from one to before another, and a button for those that are left. */
function chunksOf(branch: Branch, from: number, to: number, path: string, context: PageContext): HTMLElement[] {
  const blocks = Array.from({ length: to - from }, (_, index) => chunkOf(branch, from + index, path, context)).flat();
  const left = countOf(branch) - to * chunkSize;
  return left > 0 ? [...blocks, moreButton(branch, to, left, path, context)] : blocks;
}

function moreButton(branch: Branch, from: number, left: number, path: string, context: PageContext): HTMLElement {
  const next = Math.min(left, chunksAtOnce * chunkSize);
  return button({
    id: `more:${path}`,
    label: l10n.t('Show {0} more of {1}', formatNumber(next, context.language), formatNumber(left, context.language)),
    press: (pressed) => {
      const to = from + Math.ceil(next / chunkSize);
      context.memory.chunksShown.set(path, to);
      const added = chunksOf(branch, from, to, path, context);
      pressed.replaceWith(...added);
      focusFirst(added);
    },
  });
}

/** The pressed button is gone: reading goes on at the first new row. */
function focusFirst(added: HTMLElement[]): void {
  const target = added[0]?.querySelector<HTMLElement>('summary, dt');
  if (target?.localName === 'dt') target.tabIndex = -1;
  target?.focus();
}

/** One chunk of rows: a `dl` for each run of plain values, a disclosure for each branch between them. */
function chunkOf(branch: Branch, chunk: number, path: string, context: PageContext): HTMLElement[] {
  const blocks: HTMLElement[] = [];
  let list: HTMLElement | null = null;
  for (const [name, value] of entriesOf(branch, chunk * chunkSize, (chunk + 1) * chunkSize)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isBranch(value) && countOf(value) > 0) {
      list = null;
      const title = Array.isArray(branch) ? itemTitle(name, value) : [serviceText(oneLine(name))];
      blocks.push(disclosure(at, [...title, ' ', word(countText(value, context.language))], () => jsonTree(value, at, context), context.memory));
    } else {
      if (list === null) blocks.push((list = element('dl')));
      list.append(row(Array.isArray(branch) ? position(name) : serviceText(oneLine(name)), valueOf(value, at, context)));
    }
  }
  return blocks;
}

/** A value that is not an object or array, in words; of those, how much is inside. */
function valueOf(value: Json, at: string, context: PageContext): HTMLElement {
  if (value === null) return word(l10n.t('not set'));
  if (value === '') return word(l10n.t('empty text'));
  if (isBranch(value)) return word(countText(value, context.language));
  if (typeof value === 'boolean') return element('span', {}, value ? l10n.t('yes') : l10n.t('no'));
  if (typeof value === 'number') return element('span', {}, String(value));
  return foldedText(at, value, context);
}

/** An item is easier to tell by what it calls itself than by its number alone. */
function itemTitle(index: string, item: Branch): Child[] {
  const own = Array.isArray(item) ? [] : [item['name'], item['label'], item['title'], item['message'], item['key']];
  const name = own.find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof name === 'string' ? [position(index), ' ', serviceText(oneLine(name))] : [position(index)];
}

function position(index: string): HTMLElement {
  return word(String(Number(index) + 1));
}

function isBranch(value: Json): value is Branch {
  return typeof value === 'object' && value !== null;
}

function countOf(branch: Branch): number {
  return Array.isArray(branch) ? branch.length : Object.keys(branch).length;
}

function entriesOf(branch: Branch, from: number, to: number): [string, Json][] {
  if (!Array.isArray(branch)) return Object.entries(branch).slice(from, to);
  return branch.slice(from, to).map((item, index) => [String(from + index), item]);
}

function countText(branch: Branch, language: string): string {
  const count = countOf(branch);
  const number = formatNumber(count, language);
  if (Array.isArray(branch)) {
    if (count === 0) return l10n.t('no items');
    return count === 1 ? l10n.t('1 item') : l10n.t('{0} items', number);
  }
  if (count === 0) return l10n.t('no members');
  return count === 1 ? l10n.t('1 member') : l10n.t('{0} members', number);
}
