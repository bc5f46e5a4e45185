import * as l10n from '@vscode/l10n';
import type { Field, FieldOption } from '../../service/index.ts';
import { markdownCode, markdownText } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatAbsolute } from '../../text/time.ts';
import { type ChangeKind, type FieldRow, type OptionRow, changeKinds, countChanges } from './compareFields.ts';

/** A service whose fields were compared. */
export interface ComparedService {
  /** Its environment, else its address. */
  readonly name: string;
  readonly href: string;
}

interface FieldsComparison {
  readonly left: ComparedService;
  readonly right: ComparedService;
  readonly rows: readonly FieldRow[];
  /** When the fields were read, in epoch milliseconds. */
  readonly readAt: number;
  /** BCP 47 tag. */
  readonly language: string;
}

/** `1 missing, 2 renamed`; empty where nothing differs. */
export function describeChanges(rows: readonly FieldRow[], language: string): string {
  return [...countChanges(rows)].map(([kind, count]) => counted(kind, formatNumber(count, language))).join(', ');
}

function counted(kind: ChangeKind, count: string): string {
  switch (kind) {
    case 'missing':
      return l10n.t('{0} missing', count);
    case 'added':
      return l10n.t('{0} added', count);
    case 'renamed':
      return l10n.t('{0} renamed', count);
    case 'otherKey':
      return l10n.t('{0} with another key', count);
    case 'type':
      return l10n.t('{0} of another type', count);
    case 'required':
      return l10n.t('{0} required differently', count);
    case 'options':
      return l10n.t('{0} with other options', count);
    case 'members':
      return l10n.t('{0} with other members', count);
    case 'unreadable':
      return l10n.t('{0} unreadable', count);
  }
}

/** The differences as Markdown: the counts, then a section for each kind; service text is escaped. */
export function fieldsReport(comparison: FieldsComparison): string {
  const { left, right, rows, readAt, language } = comparison;
  const number = (value: number) => formatNumber(value, language);
  const size = (side: 'left' | 'right') => number(rows.filter((row) => row[side] !== undefined).length);
  const counts = countChanges(rows);
  const service = ({ name, href }: ComparedService, count: string) => `- ${l10n.t('{0}: {1}', `**${markdownText(name)}**`, l10n.t('{0}, fields: {1}', markdownCode(href), count))}`;
  const table = changeKinds.flatMap((kind) => (counts.has(kind) ? [`| ${heading(kind, right)} | ${number(counts.get(kind) ?? 0)} |`] : []));
  const sections = changeKinds.flatMap((kind) => {
    const found = rows.filter(({ changes }) => changes.includes(kind));
    return found.length === 0 ? [] : ['', `## ${heading(kind, right)}`, '', ...found.flatMap((row) => lines(kind, row, comparison))];
  });
  return [
    `# ${l10n.t('Fields of {0}, compared with {1}', markdownText(right.name), markdownText(left.name))}`,
    '',
    service(left, size('left')),
    service(right, size('right')),
    `- ${l10n.t('Read: {0}', formatAbsolute(readAt, language))}`,
    '',
    ...(table.length === 0 ? [l10n.t('Nothing differs.')] : [`| ${l10n.t('Difference')} | ${l10n.t('Fields')} |`, '|---|---|', ...table]),
    ...sections,
    '',
  ].join('\n');
}

function heading(kind: ChangeKind, { name }: ComparedService): string {
  switch (kind) {
    case 'missing':
      return l10n.t('Missing in {0}', markdownText(name));
    case 'added':
      return l10n.t('Added in {0}', markdownText(name));
    case 'renamed':
      return l10n.t('Other name');
    case 'otherKey':
      return l10n.t('Other key');
    case 'type':
      return l10n.t('Other type');
    case 'required':
      return l10n.t('Required or not');
    case 'options':
      return l10n.t('Other options');
    case 'members':
      return l10n.t('Other members');
    case 'unreadable':
      return l10n.t('Unreadable, so not compared');
  }
}

function lines(kind: ChangeKind, row: FieldRow, { left, right }: FieldsComparison): string[] {
  const { left: one, right: other } = row;
  if (kind === 'unreadable') {
    const problems = ([[one, left], [other, right]] as const).flatMap(([item, { name }]) => (item?.kind === 'unreadable' ? [`${markdownText(name)}: ${markdownText(item.problem)}`] : []));
    const { name, key } = (one?.kind === 'unreadable' ? one : other?.kind === 'unreadable' ? other : undefined) ?? {};
    return [item(l10n.t('{0}: {1}', title(name ?? key), problems.join('; ')), row)];
  }
  const [before, after] = [readable(one), readable(other)];
  const field = before ?? after;
  if (field === undefined) return [];
  const named = `${title(field.name)} ${markdownCode(field.key)}`;
  const change = (from: string, to: string) => l10n.t('{0} → {1}', from, to);
  switch (kind) {
    case 'missing':
    case 'added':
      return [item(`${named}, ${typeText(field)}${field.required === true ? `, ${requiredText(field)}` : ''}`, row)];
    case 'renamed':
      return [item(l10n.t('{0}: {1}', markdownCode(field.key), change(title(before?.name), title(after?.name))), row)];
    case 'otherKey':
      return [item(l10n.t('{0}: {1}', title(field.name), change(markdownCode(before?.key ?? ''), markdownCode(after?.key ?? ''))), row)];
    case 'type':
      return [item(l10n.t('{0}: {1}', named, change(typeText(before), typeText(after))), row)];
    case 'required':
      return [item(l10n.t('{0}: {1}', named, change(requiredText(before), requiredText(after))), row)];
    case 'options':
      return [item(named, row), ...row.options.flatMap((option) => optionLines(option, right))];
    case 'members':
      return [item(l10n.t('{0}: {1}', named, row.members.map((name) => markdownCode(name)).join(', ')), row)];
  }
}

/** A list item; states why two fields were paired if not by their key. */
function item(text: string, { by }: FieldRow): string {
  const why = by === 'name' ? l10n.t('matched by name and type: the keys differ') : by === 'place' ? l10n.t('matched by place: the key occurs more than once') : undefined;
  return why === undefined ? `- ${text}` : `- ${text} (${why})`;
}

function optionLines({ left: one, right: other, changes, by }: OptionRow, right: ComparedService): string[] {
  const named = ({ label, key }: FieldOption) => `${title(label)} ${markdownCode(key)}`;
  const change = (from: string, to: string) => l10n.t('{0} → {1}', from, to);
  const place = by === 'place' ? ` (${l10n.t('matched by place: the key occurs more than once')})` : '';
  const texts = changes.map((kind): string => {
    if (one === undefined || other === undefined) {
      const text = named(one ?? (other as FieldOption));
      return kind === 'missing' ? l10n.t('missing in {0}: {1}', markdownText(right.name), text) : l10n.t('added in {0}: {1}', markdownText(right.name), text);
    }
    return kind === 'renamed'
      ? l10n.t('renamed: {0}', `${markdownCode(one.key)}, ${change(title(one.label), title(other.label))}`)
      : l10n.t('other key, matched by label: {0}', `${title(one.label)}, ${change(markdownCode(one.key), markdownCode(other.key))}`);
  });
  return texts.map((text) => `  - ${text}${place}`);
}

function readable(found: FieldRow['left']): Field | undefined {
  return found?.kind === 'readable' ? found.value : undefined;
}

function title(name: string | null | undefined): string {
  const text = markdownText(name ?? '');
  return text === '' ? l10n.t('(no name)') : `**${text}**`;
}

function typeText(field: Field | undefined): string {
  return field?.type == null ? l10n.t('no type') : markdownCode(field.type);
}

function requiredText(field: Field | undefined): string {
  return field?.required == null ? l10n.t('not given') : field.required ? l10n.t('required') : l10n.t('not required');
}
