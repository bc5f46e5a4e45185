import * as l10n from '@vscode/l10n';
import type { FieldValue, JobPage, Json } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { element, section, serviceText, word, type Child } from '../elements.ts';
import { valueText } from '../jsonTree.ts';
import type { PageContext } from '../pageContext.ts';
import { restMembers } from '../restMembers.ts';

/** The values of the job's fields, joined with what is known of the fields. */
export function fields({ fields: values }: JobPage, context: PageContext): HTMLElement | null {
  if (values.length === 0) return null;
  const head = element(
    'tr',
    {},
    element('th', { scope: 'col' }, l10n.t('Field')),
    element('th', { scope: 'col' }, l10n.t('Value')),
    element('th', { scope: 'col', class: 'type' }, l10n.t('Type')),
  );
  const rows = values.map((value, index) => fieldRow(value, index, context));
  return section('fields', l10n.t('Field values'), 'block', element('table', { 'aria-labelledby': 'heading-fields' }, element('thead', {}, head), element('tbody', {}, ...rows)));
}

function fieldRow(field: FieldValue, index: number, context: PageContext): HTMLElement {
  const name = element('th', { scope: 'row', title: oneLine(field.key) }, serviceText(oneLine(field.name)));
  if (field.required) name.append(' ', element('span', { class: 'required small' }, l10n.t('required')));
  const type = field.type === null ? word(l10n.t('not given')) : serviceText(oneLine(field.type));
  const value = element('td', { 'data-value': `field/${field.key.slice(0, 100)}` }, ...valueOf(field, `fields/${index}`, context), ...restMembers(field.rest, `fields/${index}/rest`, context));
  return element('tr', {}, name, value, element('td', { class: 'type dim' }, type));
}

function valueOf({ value, labels }: FieldValue, at: string, context: PageContext): Child[] {
  if (labels === null) return [valueText(value, at, context)];
  const keys = Array.isArray(value) ? value : [value];
  return keys.map((key, index) => element('div', {}, ...optionOf(key, labels[index] ?? null, `${at}/${index}`, context)));
}

/** An option by its label; its key is beside it for those who need it. */
function optionOf(key: Json, label: string | null, at: string, context: PageContext): Child[] {
  if (label === null) return [valueText(key, at, context)];
  return [serviceText(oneLine(label)), ...(typeof key === 'string' ? [' ', element('code', { class: 'small dim' }, serviceText(oneLine(key, 80)))] : [])];
}
