import { visibleText } from '../text/inert.ts';
import { setDeed, use } from './deeds.ts';
import { icon, type IconName } from './icons.ts';

export type Child = Node | string;

/** An element with attributes and children; text only ever becomes text nodes. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children);
  return created;
}

interface ButtonOptions {
  /** Finds the button again after the page was rendered anew. */
  id: string;
  icon?: IconName;
  /** Shown; without it the button is its icon. */
  label?: string;
  /** Spoken and shown as a tooltip, for a button that is only its icon. */
  name?: string;
  primary?: boolean;
  /** May also be called for a button that showed before: what is beside that is found from there. */
  press: (button: HTMLElement) => void;
}

export function button({ id, icon: iconName, label, name, primary = false, press }: ButtonOptions): HTMLButtonElement {
  const created = element('button', { type: 'button', 'data-id': id, class: label === undefined ? 'icon-button' : primary ? 'primary' : 'secondary' });
  if (iconName !== undefined) created.append(icon(iconName));
  if (iconName === 'copy') created.append(icon('check'));
  if (label !== undefined) created.append(element('span', {}, label));
  if (name !== undefined) {
    created.setAttribute('aria-label', name);
    created.title = name;
  }
  setDeed(created, press);
  created.addEventListener('click', () => use(created));
  return created;
}

/** Text of the service: made visible, and isolated so that its direction does not reorder ours. */
export function serviceText(text: string, className = ''): HTMLElement {
  return element('bdi', className === '' ? {} : { class: className }, visibleText(text));
}

/** A word of ours in the place of a value. */
export function word(text: string): HTMLElement {
  return element('span', { class: 'dim' }, text);
}

/** Puts nodes where a translated sentence says `{0}`, `{1}`, … */
export function phrase(sentence: string, ...nodes: Node[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const [index, part] of sentence.split(/\{(\d+)\}/).entries()) {
    fragment.append(index % 2 === 1 ? (nodes[Number(part)] ?? '') : part);
  }
  return fragment;
}

/** Elements with ` · ` between them, never at the start of a line. */
export function dotted(parts: Child[]): Child[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : ['\u00a0· ', part]));
}

/** A landmark with a heading; `id` is its place in the page. */
export function section(id: string, title: string, className: string, ...children: Child[]): HTMLElement {
  const headingId = `heading-${id}`;
  return element(
    'section',
    { 'data-section': id, 'aria-labelledby': headingId, class: className },
    element('h2', { id: headingId }, title),
    ...children,
  );
}

/** A name and its value, for a `dl`. */
export function row(name: Child, ...value: Child[]): HTMLElement {
  return element('div', { class: 'row' }, element('dt', {}, name), element('dd', {}, ...value));
}

/** A row whose value may change, and is then marked by this id. */
export function changingRow(id: string, name: Child, ...value: Child[]): HTMLElement {
  return element('div', { class: 'row' }, element('dt', {}, name), element('dd', { 'data-value': id }, ...value));
}
