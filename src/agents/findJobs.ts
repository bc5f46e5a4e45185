import { type Identity, isMe, me } from '../model/browsing/me.ts';
import { jobState, nameOrKey, workflowsOf } from '../model/jobs/job.ts';
import { jobsIn } from '../model/jobs/listRows.ts';
import { jobMembers } from '../model/jobs/members/jobMembers.ts';
import { PageReading, changedText } from '../model/jobs/pageReading.ts';
import type { Session } from '../model/session/session.ts';
import { type Job, type Named, ServiceError } from '../service/index.ts';
import { foldCase } from '../text/foldCase.ts';
import { parseTimestamp } from '../text/time.ts';
import { maxTokens, summaryOf, visibleLine } from './answer.ts';
import type { InputOf, OutputOf } from './schemas.ts';

/** Maximum number of list pages that one call reads. */
const maxPagesPerAnswer = 10;

/** Number of matching jobs after which a call stops reading pages. */
const enoughJobs = 25;

/** Searches the job list page by page. The returned cursor is the number of the next page. */
export async function answerFindJobs(
  session: Session,
  input: InputOf<'findJobs'>,
  { signal, budget }: { readonly signal: AbortSignal; readonly budget: number },
): Promise<OutputOf<'findJobs'>> {
  const passes = testOf(input, session.browsing.identity);
  const { cursor: from = 1 } = input;
  const reading = new PageReading(session.source, from);
  const found = () => jobsIn(reading.rows).filter(passes);
  await reading.read({
    signal,
    pagesAtOnce: 1,
    lastPage: from + maxPagesPerAnswer - 1,
    isEnough: () => found().length >= enoughJobs,
  });
  const jobs = found().map(summaryOf);
  const isLong = maxTokens(jobs) > budget;
  return {
    jobs: isLong ? jobs.map(({ key, state }) => ({ key, state })) : jobs,
    read: pagesText(from, reading),
    note: noteOf(reading, input, isLong),
    cursor: reading.hasMore ? from + reading.pageCount : undefined,
  };
}

/**
 * Describes the pages that were read, such as `pages 1-10 of 85; jobs in total: 4,213`. Omits
 * numbers that the service did not send.
 */
function pagesText(from: number, { pageCount, lastPage, total }: PageReading): string {
  const to = from + pageCount - 1;
  const pages = from === to ? `page ${to}` : `pages ${from}-${to}`;
  const all = lastPage !== null && lastPage >= to ? ` of ${lastPage}` : '';
  return pages + all + (total === null ? '' : `; jobs in total: ${total.toLocaleString('en')}`);
}

/** Explains why an answer may be incomplete. Returns undefined if the answer is complete. */
function noteOf(
  { problem, rows }: PageReading,
  { startedFrom, startedBefore }: InputOf<'findJobs'>,
  isLong: boolean,
): string | undefined {
  const isFilteredByTime = startedFrom !== undefined || startedBefore !== undefined;
  const hasNoTime = ({ startedAt }: Job) => parseTimestamp(startedAt) === null;
  const notes = problem === null ? [] : [problem];
  if (rows.some(({ kind }) => kind === 'unreadable')) notes.push('Some entries could not be read.');
  if (isFilteredByTime && jobsIn(rows).some(hasNoTime))
    notes.push('Jobs whose start time is missing or has no offset were left out.');
  if (notes.length > 0 && problem !== changedText()) notes.push('Jobs may be missing.');
  if (isLong) notes.push('Only keys and states are listed, because the answer would be too long.');
  return notes.join(' ') || undefined;
}

type JobTest = (job: Job) => boolean;

/**
 * Creates a predicate that combines all filters. Filters match parts of names and ignore case,
 * because an assistant may know a name only approximately.
 */
function testOf(input: InputOf<'findJobs'>, identity: Identity | undefined): JobTest {
  const [from, before] = [parseTimestamp(input.startedFrom), parseTimestamp(input.startedBefore)];
  const [assignees, starters] = [jobMembers.assignedTo.filter, jobMembers.startedBy.filter];
  const workflowNames = (job: Job) => namesAndKeys(workflowsOf(job));
  const stepNames = (job: Job) => namesAndKeys(job.activeSteps ?? []);
  const people = (job: Job) => [...assignees.names(job), ...starters.names(job)];
  const tests: JobTest[] = [
    (job) => input.state === undefined || jobState(job) === input.state,
    ({ startedAt }) => from === null || (parseTimestamp(startedAt) ?? -Infinity) >= from,
    ({ startedAt }) => before === null || (parseTimestamp(startedAt) ?? Infinity) < before,
    personTest(assignees, input.assignee, identity),
    personTest(starters, input.starter, identity),
    nameTest(workflowNames, input.workflow),
    nameTest(stepNames, input.step),
    nameTest(
      (job) => [...workflowNames(job), ...stepNames(job), ...people(job), job.key],
      input.text,
    ),
  ];
  return (job) => tests.every((passes) => passes(job));
}

/**
 * Creates a predicate that matches jobs by person.
 * @throws {ServiceError} `invalidInput` for `@me` if the user has not selected a person
 */
function personTest(
  { names, people }: (typeof jobMembers)['assignedTo' | 'startedBy']['filter'],
  wanted: string | undefined,
  identity: Identity | undefined,
): JobTest {
  if (wanted !== me) return nameTest(names, wanted);
  if (identity === undefined) {
    throw new ServiceError(
      'invalidInput',
      '“@me” is unknown because the person has not selected themselves. Ask the person for their name.',
    );
  }
  return (job) => people.of(job).some((person) => isMe(identity, person));
}

function nameTest(namesOf: (job: Job) => string[], wanted: string | undefined): JobTest {
  if (wanted === undefined) return () => true;
  // Compares names as the output shows them, because the assistant may pass a name from a previous
  // output.
  const shown = (text: string) => foldCase(visibleLine(text));
  const part = shown(wanted);
  return (job) => namesOf(job).some((name) => shown(name).includes(part));
}

function namesAndKeys(named: readonly Named[]): string[] {
  return named.flatMap((each) => [nameOrKey(each), each.key]);
}
