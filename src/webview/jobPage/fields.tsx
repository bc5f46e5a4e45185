import * as l10n from '@vscode/l10n';
import type { ShownJob } from '../../model/jobPage/pageContent.ts';
import type { FieldValue, SelectedOption } from '../../model/jobPage/undocumentedMembers.ts';
import type { Json } from '../../model/util/json.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { foldCase } from '../../text/foldCase.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { FilterBox, useInput } from '../shared/controls.tsx';
import { Button, KeyText, Section, ServiceText, Word } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { JsonTree, JsonValue, OtherMembersTree } from '../shared/jsonTree.tsx';
import { useMark, useSend } from '../shared/page.tsx';
import { uniqueIds } from './uniqueIds.ts';

const minFilteredFields = 10;

export function Fields({ fields }: { fields: readonly FieldValue[] }) {
  const text = foldCase(useInput('fields/text'));
  if (fields.length === 0) return null;
  const hasFilter = fields.length >= minFilteredFields;
  // Element IDs contain the field keys, so that an additional field does not change other IDs.
  const ids = uniqueIds(fields.map(({ key }) => fieldId(key)));
  const rows = fields
    .map((field, index) => ({ field, at: ids[index] ?? '' }))
    .filter(({ field }) => !hasFilter || text === '' || searchedText(field).includes(text));
  return (
    <Section id="fields" title={l10n.t('Field values')}>
      {hasFilter && (
        <FilterBox
          id="fields/text"
          label={l10n.t('Filter fields')}
          shown={rows.length}
          count={fields.length}
        />
      )}
      {rows.length === 0 ? (
        <p>
          <Word>{l10n.t('No fields match the filter.')}</Word>
        </p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{l10n.t('Field')}</th>
              <th scope="col">{l10n.t('Value')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <FieldRow key={row.at} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}

function searchedText({ name, type, value, options }: FieldValue): string {
  const labels = (options ?? []).map(({ label }) => label);
  return foldCase([name, type, ...labels, fieldText(value)].join(' '));
}

/** Returns the text of a value to copy or search. */
function fieldText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Returns the element ID of a field. The page uses the ID to highlight changes to the field. */
export function fieldId(key: string): string {
  return `field/${key.slice(0, 100)}`;
}

function FieldRow({ field, at }: { field: FieldValue; at: string }) {
  const send = useSend<FromPage>();
  const { key, name, required, type, value, otherMembers } = field;
  const mark = useMark(fieldId(key));
  return (
    <tr>
      <th scope="row" title={singleLine(key)}>
        <ServiceText>{singleLine(name)}</ServiceText>
        {required && (
          <>
            {' '}
            <span class="required small">{l10n.t('required')}</span>
          </>
        )}
        {type !== null && (
          <div class="small dim">
            <ServiceText>{singleLine(type)}</ServiceText>
          </div>
        )}
      </th>
      <td class={mark}>
        <div class="with-button">
          <div>
            <ValueOfField field={field} at={at} />
            <OtherMembersTree members={otherMembers} id={`rest/${at}`} />
          </div>
          {value !== null && value !== '' && (
            <Button
              id={`copy/${at}`}
              icon={icons.copy}
              name={l10n.t('Copy the value of {0}', singleLine(name, 80))}
              press={() => send({ kind: 'copyValue', text: fieldText(value) })}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

function ValueOfField({ field: { value, options, unit }, at }: { field: FieldValue; at: string }) {
  if (options === null) {
    return (
      <>
        <JsonValue value={value} at={at} />
        {unit !== null && value !== null && <ServiceText>{` ${singleLine(unit)}`}</ServiceText>}
      </>
    );
  }
  return options.map((option, position) => (
    <div key={position}>
      <OptionValue option={option} at={`${at}/${position}`} />
    </div>
  ));
}

/** Shows the label and key of an option that is selected in a field. */
function OptionValue({ option: { label, value }, at }: { option: SelectedOption; at: string }) {
  if (label === null) return <JsonValue value={value} at={at} />;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { key, label: _label, ...others } = isObject ? value : { key: value };
  return (
    <>
      <ServiceText>{singleLine(label)}</ServiceText>
      {typeof key === 'string' && (
        <>
          {' '}
          <KeyText text={key} />
        </>
      )}
      <OtherMembersTree members={others} id={`rest/${at}`} />
    </>
  );
}

/** Shows the job properties that no other section of the page contains. */
export function More({ more }: Pick<ShownJob, 'more'>) {
  if (Object.keys(more).length === 0) return null;
  return (
    <Section id="more" title={l10n.t('More from the service')} class="more">
      <JsonTree branch={more} path="more" />
    </Section>
  );
}
