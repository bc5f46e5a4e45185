import * as l10n from '@vscode/l10n';
import type { ShownJob } from '../../model/jobPage/pageContent.ts';
import type { FieldValue } from '../../model/jobPage/undocumentedMembers.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';
import type { ValueChange } from '../shared/page.tsx';
import { fieldId } from './fields.tsx';
import { stateLabel } from './heading.tsx';
import { logIds } from './log.tsx';

/**
 * Returns the changes between two versions of a job. Does not report fields and log entries as
 * changed when the page loads them for the first time.
 * @param isEndNotified true if a notification already announces the end of the job
 */
export function jobChanges(
  before: ShownJob,
  after: ShownJob,
  isEndNotified = false,
): ValueChange[] {
  const changes: ValueChange[] = [];
  if (before.state !== after.state) {
    changes.push({ id: 'state', sentence: l10n.t('State: {0}', stateLabel(after.state)) });
  }
  const membersOf = ({ cards }: ShownJob) => cards.flatMap(({ members }) => members);
  const old = new Map(membersOf(before).map(({ id, value }) => [id, value]));
  for (const { id, value, sentence } of membersOf(after)) {
    if (JSON.stringify(old.get(id) ?? null) !== JSON.stringify(value))
      changes.push({ id, sentence });
  }
  if (before.fields.length > 0) changes.push(...fieldChanges(before, after));
  if (before.log.length > 0) changes.push(...logChanges(before, after));
  const isSilent = isEndNotified && before.state !== 'completed' && after.state === 'completed';
  return isSilent ? changes.map(({ id }) => ({ id, sentence: null })) : changes;
}

function logChanges(before: ShownJob, after: ShownJob): ValueChange[] {
  const known = new Set(logIds(before.log));
  const added = logIds(after.log).filter((id) => !known.has(id));
  const sentence =
    added.length === 1
      ? l10n.t('1 new log entry')
      : l10n.t('{0} new log entries', formatNumber(added.length));
  return added.map((id, index) => ({ id, sentence: index === 0 ? sentence : null }));
}

function fieldChanges(before: ShownJob, after: ShownJob): ValueChange[] {
  // Compares keys and values, because two fields may have the same key.
  const valueOf = ({ key, value }: FieldValue) => JSON.stringify([key, value]);
  const old = new Set(before.fields.map(valueOf));
  return after.fields
    .filter((field) => !old.has(valueOf(field)))
    .map(({ key, name }) => ({
      id: fieldId(key),
      sentence: l10n.t('{0} changed', singleLine(name, 80)),
    }));
}
