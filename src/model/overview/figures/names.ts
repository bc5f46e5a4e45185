import { oneLine } from '../../../text/inert.ts';
import { nobody } from '../../browsing/jobFilter.ts';
import { Tally } from './estimate.ts';
import { type JobRecords, type RecordNames, stateCodes } from '../jobRecords.ts';
import { type Survey, pageOf, visit } from './survey.ts';

/** Jobs of the same list of names. */
export interface Listed {
  readonly started: Tally;
  readonly active: Tally;
  completed: number;
}

/** The jobs of a survey by their list of names, as {@link JobRecords} numbers them. */
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

/** The most of the completed jobs that may be without a name where their names count. */
const mostNameless = 0.1;

/** Whether completed jobs still name what they belonged to: many services take that from them, and then they cannot be compared with active ones. */
export function areNamesKept(records: JobRecords, part: RecordNames, lists: ReadonlyMap<number, Listed>): boolean {
  let [nameless, all] = [0, 0];
  for (const [list, { completed }] of lists) {
    all += completed;
    if (records.namesOf(part, list)[0] === nobody) nameless += completed;
  }
  return nameless <= all * mostNameless;
}

/** Names, and the lists that hold any of them. A job has one list, so that it counts once in a group. */
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

/** The first groups as they are, and those beyond `most` as one. */
export function withFurther(groups: readonly NameGroup[], most: number): NameGroup[] {
  if (groups.length <= most + 1) return [...groups];
  const further = groups.slice(most);
  return [...groups.slice(0, most), { names: further.flatMap(({ names }) => names), lists: [...new Set(further.flatMap(({ lists }) => lists))] }];
}

/** The name of a group of one, as it is shown: a message has room for many. */
export function shownName(name: string | undefined, nobodyWord: string): string {
  return name === undefined || name === nobody ? nobodyWord : oneLine(name, 80);
}

/** The most UTF-16 units of names that a pick of several takes to the page. */
const longestNames = 400;

/** The names of a group for a pick; null where they are too long. */
export function pickable({ names }: NameGroup): string[] | null {
  return names.length === 1 || names.join('').length <= longestNames ? names : null;
}
