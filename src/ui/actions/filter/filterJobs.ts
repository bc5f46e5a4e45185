import { type QuickPick, l10n, window } from 'vscode';
import type { JobBrowsing } from '../../../model/browsing/jobBrowsing.ts';
import { type JobFilter, namesUnder } from '../../../model/browsing/jobFilter.ts';
import { readFilterParts } from '../../../model/browsing/namedFilters.ts';
import { assigneesOf } from '../../../model/jobs/job.ts';
import type { NamePart } from '../../../model/jobs/members/jobMembers.ts';
import { type Job, ServiceError, isJsonObject } from '../../../service/index.ts';
import { oneLine } from '../../../text/inert.ts';
import { joined } from '../../../text/list.ts';
import { settings } from '../../connection/settings.ts';
import { warnIfDisconnected } from '../../feedback/notify.ts';
import { isRow } from '../givenRequest.ts';
import { answerOf } from '../keyPick.ts';
import { type FilterContext, chooseMe } from './chooseMe.ts';
import { type FilterChoice, filterChoices, typedChoice } from './filterChoices.ts';

/**
 * Applies the filter that is given: the name of a saved one, or its parts as in the settings. Without one,
 * asks until Escape or a choice that says all, and applies each choice at once.
 */
export async function filterJobs(context: FilterContext, given?: unknown): Promise<void> {
  if (given != null && !isRow(given)) return setFilter(context, givenFilter(given));
  for (;;) {
    const choice = await pickChoice(context);
    if (choice?.ask === undefined) return;
    const next = await choice.ask();
    if (warnIfDisconnected(context.session.signal)) return;
    if (next !== undefined) await setFilter(context, next);
    if (choice.isLast) return;
  }
}

/** Asks once who the person is, where the filter is by that. */
async function setFilter(context: FilterContext, filter: JobFilter): Promise<void> {
  const { browsing } = context.session;
  browsing.setFilter(filter);
  if (browsing.lacksIdentity) await chooseMe(context);
}

/** @throws {ServiceError} `invalidInput` for an unknown name, and for parts that are not known */
function givenFilter(given: unknown): JobFilter {
  const { filters } = settings.filters();
  if (typeof given === 'string') {
    const found = filters.find(({ name }) => name === given);
    if (found !== undefined) return found.filter;
    const known = joined(', ', ...filters.map(({ name }) => `“${oneLine(name, 60)}”`));
    throw new ServiceError(
      'invalidInput',
      known === ''
        ? l10n.t('There is no filter with the name “{0}”: none is saved.', oneLine(given, 60))
        : l10n.t(
            'There is no filter with the name “{0}”. The saved ones are {1}.',
            oneLine(given, 60),
            known,
          ),
    );
  }
  if (!isJsonObject(given)) {
    throw new ServiceError('invalidInput', l10n.t('A filter is a name, or an object with parts.'));
  }
  const { filter, problems } = readFilterParts(given);
  if (problems.length > 0) throw new ServiceError('invalidInput', problems.join(' '));
  return filter;
}

/** Adds what a job has under a part to the filter. */
export function filterByJob(browsing: JobBrowsing, part: NamePart, job: Job): void {
  browsing.setFilter({ ...browsing.filter, [part]: namesUnder(part, job) });
}

/** Adds the person of a job to the filter: to whom it is assigned, else who started it. */
export function filterByPerson(browsing: JobBrowsing, job: Job): void {
  filterByJob(browsing, assigneesOf(job).length > 0 ? 'assignees' : 'starters', job);
}

function pickChoice(context: FilterContext): Promise<FilterChoice | undefined> {
  const pick = window.createQuickPick<FilterChoice>();
  pick.title = l10n.t('Filter Jobs');
  pick.placeholder = l10n.t('Type what to find, or choose a part');
  const { filter } = context.session.browsing;
  // VS Code names the accepted row by its index: the row of what is typed is always the first.
  const others = filterChoices(context);
  const offer = () => {
    const typed = typedChoice(pick.value, filter);
    pick.items = [typed, ...others];
    if (pick.value.trim() !== '') pick.activeItems = [typed];
  };
  offer();
  pick.onDidChangeValue(offer);
  return answerOf(pick, () => acceptedChoice(pick, filter));
}

/** The row that was accepted; of the first row, with the text as it is now. */
function acceptedChoice(pick: QuickPick<FilterChoice>, filter: JobFilter): FilterChoice {
  const [accepted] = pick.selectedItems;
  const isTyped = accepted === undefined || accepted === pick.items[0];
  return isTyped ? typedChoice(pick.value, filter) : accepted;
}
