import * as l10n from '@vscode/l10n';
import type { FieldValue, JobAction, ShownJob, Json } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { Section, ServiceText, Table, Word } from '../shared/elements.tsx';
import { JsonTree, JsonValue, RestMembers } from '../shared/jsonTree.tsx';
import { useMark, usePage } from '../shared/viewState.ts';

const mostActions = 200;

export function Fields({ fields }: { fields: readonly FieldValue[] }) {
  if (fields.length === 0) return null;
  return (
    <Section id="fields" title={l10n.t('Field values')}>
      <Table id="fields" columns={[l10n.t('Field'), l10n.t('Value'), l10n.t('Type')]}>
        {fields.map((field, index) => <FieldRow key={index} field={field} at={`fields/${index}`} />)}
      </Table>
    </Section>
  );
}

/** The id of a field's value, by which a change marks it. */
export function fieldId(key: string): string {
  return `field/${key.slice(0, 100)}`;
}

function FieldRow({ field: { key, name, required, type, value, labels, rest }, at }: { field: FieldValue; at: string }) {
  const mark = useMark(fieldId(key));
  const options = Array.isArray(value) ? value : [value];
  return (
    <tr>
      <th scope="row" title={oneLine(key)}>
        <ServiceText>{oneLine(name)}</ServiceText>
        {required && <> <span class="required small">{l10n.t('required')}</span></>}
      </th>
      <td class={mark}>
        {labels === null ? <JsonValue value={value} at={at} /> : options.map((each, index) => <div key={index}><Option value={each} label={labels[index] ?? null} at={`${at}/${index}`} /></div>)}
        <RestMembers rest={rest} id={`${at}/rest`} />
      </td>
      <td class="dim">{type === null ? <Word>{l10n.t('not given')}</Word> : <ServiceText>{oneLine(type)}</ServiceText>}</td>
    </tr>
  );
}

/** An option's label and key. */
function Option({ value, label, at }: { value: Json; label: string | null; at: string }) {
  if (label === null) return <JsonValue value={value} at={at} />;
  return (
    <>
      <ServiceText>{oneLine(label)}</ServiceText>
      {typeof value === 'string' && <> <code class="small dim"><ServiceText>{oneLine(value, 80)}</ServiceText></code></>}
    </>
  );
}

/** The actions that the service lists for the job; the page only shows them. */
export function JobActions({ actions }: { actions: readonly JobAction[] }) {
  const { language } = usePage();
  if (actions.length === 0) return null;
  return (
    <Section id="jobActions" title={l10n.t('Actions of the service')}>
      <Table id="jobActions" columns={[l10n.t('Action'), l10n.t('Key')]}>
        {actions.slice(0, mostActions).map(({ key, name, rest }, index) => (
          <tr key={index}>
            <th scope="row">
              <ServiceText>{oneLine(name)}</ServiceText>
              <RestMembers rest={rest} id={`actions/${index}/rest`} />
            </th>
            <td class="dim">{key === null ? <Word>{l10n.t('none')}</Word> : <code><ServiceText>{oneLine(key)}</ServiceText></code>}</td>
          </tr>
        ))}
      </Table>
      {actions.length > mostActions && <p class="small dim">{l10n.t('{0} more; see “Open as JSON”.', formatNumber(actions.length - mostActions, language))}</p>}
    </Section>
  );
}

/** Every member the interface document does not name. */
export function More({ job: { more, fields, actions, log }, enriching }: { job: ShownJob; enriching: boolean }) {
  const isEmpty = Object.keys(more).length === 0;
  // Only a page without any details says that there are none.
  if (isEmpty && (enriching || fields.length + actions.length + log.length > 0)) return null;
  return (
    <Section id="more" title={l10n.t('More from the service')} class="more">
      {isEmpty ? <p><Word>{l10n.t('The service sent nothing more about this job.')}</Word></p> : <JsonTree branch={more} path="more" />}
    </Section>
  );
}
