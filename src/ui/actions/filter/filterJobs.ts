import { l10n, window } from 'vscode';
import type { JobBrowsing } from '../../../model/browsing/jobBrowsing.ts';
import { type JobFilter, namesUnder, readFilter } from '../../../model/browsing/jobFilter.ts';
import { assigneesOf } from '../../../model/jobs/job.ts';
import type { NamePart } from '../../../model/jobs/members/jobMembers.ts';
import type { Session } from '../../../model/session/session.ts';
import { type Job, ServiceError, isJsonObject } from '../../../service/index.ts';
import { singleLine } from '../../../text/untrustedText.ts';
import { settings } from '../../connection/settings.ts';
import { notify, warnIfDisconnected } from '../../feedback/notify.ts';
import { isRow } from '../givenRequest.ts';
import { showInput } from '../keyPick.ts';
import { chooseMe } from './chooseMe.ts';
import { type FilterChoice, filterChoices, typedChoice } from './filterChoices.ts';

/**
 * Sets the job filter. `given` is the name of a saved filter or an object with conditions. Without
 * `given`, asks for conditions.
 */
export async function filterJobs(session: Session, given?: unknown): Promise<void> {
  if (given != null && !isRow(given)) return setFilter(session, givenFilter(given));
  const { problems } = settings.filters();
  if (problems.length > 0) void notify.warn(problems.join('\n'));
  await askForConditions(session);
}

/**
 * Asks for conditions and applies each condition immediately, until the user selects **Done** or
 * presses Escape.
 */
async function askForConditions(session: Session): Promise<void> {
  let choice: FilterChoice | undefined;
  do {
    choice = await pickChoice(session);
    const filter = choice?.filter ?? (await choice?.ask?.());
    if (choice === undefined || warnIfDisconnected(session.signal)) return;
    if (filter !== undefined) await setFilter(session, filter);
  } while (choice.ask !== undefined);
  await choice.run?.();
}

/** Sets the job filter. If the filter contains `@me`, asks for the user's name if necessary. */
async function setFilter(session: Session, filter: JobFilter): Promise<void> {
  session.browsing.setFilter(filter);
  if (session.browsing.lacksIdentity) await chooseMe(session);
}

/** Converts a command argument to a job filter. Throws an error if the argument is invalid. */
function givenFilter(given: unknown): JobFilter {
  if (typeof given === 'string') return savedFilter(given);
  if (!isJsonObject(given)) {
    throw new ServiceError(
      'invalidInput',
      l10n.t('A filter must be a name or an object with conditions.'),
    );
  }
  const { filter, problems } = readFilter(given);
  if (problems.length > 0) throw new ServiceError('invalidInput', problems.join(' '));
  return filter;
}

function savedFilter(name: string): JobFilter {
  const { filters } = settings.filters();
  const found = filters.find((saved) => saved.name === name);
  if (found !== undefined) return found;
  const names =
    filters.map((saved) => `“${singleLine(saved.name, 60)}”`).join(', ') || l10n.t('none');
  throw new ServiceError(
    'invalidInput',
    l10n.t('No filter is named “{0}”. Saved filters: {1}.', singleLine(name, 60), names),
  );
}

/** Replaces one filter condition with the names in a job, such as the job's workflows. */
export function filterByJob(browsing: JobBrowsing, part: NamePart, job: Job): void {
  browsing.setFilter({ ...browsing.filter, [part]: namesUnder(part, job) });
}

/** Filters by a job's assignees, or by the person who started the job if nobody is assigned. */
export function filterByPerson(browsing: JobBrowsing, job: Job): void {
  filterByJob(browsing, assigneesOf(job).length > 0 ? 'assignees' : 'starters', job);
}

function pickChoice(session: Session): Promise<FilterChoice | undefined> {
  const pick = window.createQuickPick<FilterChoice>();
  pick.title = l10n.t('Filter Jobs');
  pick.placeholder = l10n.t('Type to search, or pick a filter');
  const { filter } = session.browsing;
  // The row for the typed string must stay first, because VS Code identifies rows by index.
  const choices = filterChoices(session);
  const offer = () => {
    const typed = typedChoice(pick.value, filter);
    pick.items = [typed, ...choices];
    if (pick.value.trim() !== '') pick.activeItems = [typed];
  };
  offer();
  pick.onDidChangeValue(offer);
  return showInput(pick, () => {
    const [accepted] = pick.selectedItems;
    const isTyped = accepted === undefined || accepted === pick.items[0];
    return isTyped ? typedChoice(pick.value, filter) : accepted;
  });
}
