import { oneLine } from '../../../text/inert.ts';
import { nobody } from '../../browsing/jobFilter.ts';
import { Tally } from './estimate.ts';
import { type JobRecords, type RecordNames, stateCodes } from '../jobRecords.ts';
import { type Survey, pageOf, visit } from './survey.ts';

/** Counts of the jobs with the same list of names. */
export interface Listed {
  readonly started: Tally;
  readonly active: Tally;
  completed: number;
}

/** Counts the jobs of a survey by their list of names, as numbered by {@link JobRecords}. */
export function* jobsByList(survey: Survey, part: RecordNames): Generator<void, Map<number, Listed>> {
  const { states } = survey.columns;
  const numbers = survey.columns[part];
  const lists: Listed[] = [];
  yield* visit(survey.indexes, (index) => {
    const jobs = (lists[numbers[index] ?? 0] ??= { started: new Tally(), active: new Tally(), completed: 0 });
    const page = pageOf(survey, index);
    jobs.started.add(page);
    if (states[index] === stateCodes.active) jobs.active.add(page);
    else if (states[index] === stateCodes.completed) jobs.completed++;
  });
  const found = new Map<number, Listed>();
  lists.forEach((jobs, list) => found.set(list, jobs));
  return found;
}

/** Largest share of completed jobs without a name for which names are still compared. */
const mostNameless = 0.1;

/** Whether completed jobs keep their names; many services remove them, and then they cannot be compared with active jobs. */
export function areNamesKept(records: JobRecords, part: RecordNames, lists: ReadonlyMap<number, Listed>): boolean {
  let [nameless, all] = [0, 0];
  for (const [list, { completed }] of lists) {
    all += completed;
    if (records.namesOf(part, list)[0] === nobody) nameless += completed;
  }
  return nameless <= all * mostNameless;
}

/** Names, and the lists that contain any of them. A job has one list, so it counts once in a group. */
export interface NameGroup {
  readonly names: string[];
  readonly lists: number[];
}

/** A group for each name. */
export function groupsByName(records: JobRecords, part: RecordNames, lists: Iterable<number>): NameGroup[] {
  const groups = new Map<string, NameGroup>();
  for (const list of lists) {
    for (const name of new Set(records.namesOf(part, list))) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, { names: [name], lists: [list] });
      else group.lists.push(list);
    }
  }
  return [...groups.values()];
}

/** The first `most` groups, and all others merged into one. */
export function withFurther(groups: readonly NameGroup[], most: number): NameGroup[] {
  if (groups.length <= most + 1) return [...groups];
  const further = groups.slice(most);
  return [...groups.slice(0, most), { names: further.flatMap(({ names }) => names), lists: [...new Set(further.flatMap(({ lists }) => lists))] }];
}

/** The displayed name of a single-name group, shortened so that messages stay small. */
export function shownName(name: string | undefined, nobodyWord: string): string {
  return name === undefined || name === nobody ? nobodyWord : oneLine(name, 80);
}

/** Longest total of names, in UTF-16 units, that a pick sends to the page. */
const longestNames = 400;

/** The names of a group for a pick; null if they are too long. */
export function pickable({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= longestNames ? names : null;
}
