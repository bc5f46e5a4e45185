import { type JobRow, keyInRowId } from '../../service/index.ts';
import { parseTimestamp } from '../../text/time.ts';
import { type NamePart, namesUnder } from '../browsing/jobFilter.ts';
import { type JobState, isOlder, jobState } from '../jobs/job.ts';
import { isSameJson } from '../util/json.ts';

/** What a record says of a row; a row that could not be read has no times and names. */
export type RecordState = JobState | 'unreadable';

export const stateCodes = { active: 0, completed: 1, unknown: 2, unreadable: 3 } as const satisfies Record<RecordState, number>;
const states = Object.keys(stateCodes) as RecordState[];

/** Columns as they were at a time, of whole numbers: codes of {@link stateCodes}, page numbers, epoch seconds (0 for none), numbers of lists of names. */
export interface Columns {
  readonly size: number;
  readonly states: Uint32Array;
  readonly pages: Uint32Array;
  readonly started: Uint32Array;
  readonly updated: Uint32Array;
  readonly completed: Uint32Array;
  readonly workflows: Uint32Array;
  readonly steps: Uint32Array;
  readonly assignees: Uint32Array;
}

/** The names that a record keeps of its job. */
export type RecordNames = Exclude<NamePart, 'starters'>;

const nameParts: readonly RecordNames[] = ['workflows', 'steps', 'assignees'];

/** Times and names of jobs in columns, so that 100,000 of them are counted at once and take little memory beside the jobs; each job once, by the id of its row. */
export class JobRecords {
  readonly #rows: JobRow[] = [];
  readonly #index = new RowIndex(this.#rows);
  readonly #states = new Column();
  readonly #pages = new Column();
  readonly #times = { started: new Column(), updated: new Column(), completed: new Column() };
  readonly #names: Readonly<Record<RecordNames, NameLists>> = { workflows: new NameLists(), steps: new NameLists(), assignees: new NameLists() };
  #version = 0;

  /** Number of records. */
  get size(): number {
    return this.#rows.length;
  }

  /** Grows with each change of a record. */
  get version(): number {
    return this.#version;
  }

  /**
   * Takes a row of the page that has this number, 0 where its page is not known; a row that is known is renewed, unless it
   * is newer, and keeps the number of its page. Returns whether it has this page from now on.
   */
  put(row: JobRow, page: number): boolean {
    const known = this.#index.find(hashedText(row), row.id);
    if (known === undefined) {
      this.#pages.set(this.#rows.length, page);
      this.#write(this.#rows.length, row);
      this.#index.add(this.#rows.length - 1);
      return true;
    }
    const isPlaced = this.page(known) === 0 && page > 0;
    if (isPlaced) this.#pages.set(known, page);
    const before = this.#rows[known];
    if (before !== row && !isSameJson(before, row) && !(before?.kind === 'job' && row.kind === 'job' && isOlder(row.job, before.job))) this.#write(known, row);
    return isPlaced;
  }

  row(index: number): JobRow | undefined {
    return this.#rows[index];
  }

  /** The index of the row with this id. */
  find(id: string): number | undefined {
    return this.#index.find(keyInRowId(id), id);
  }

  state(index: number): RecordState {
    return states[this.#states.get(index)] ?? 'unreadable';
  }

  /** The number of the page that the job was read from first; 0 where that is not known. */
  page(index: number): number {
    return this.#pages.get(index);
  }

  /** Epoch seconds, rounded down; 0 where there is no time that can be read. */
  time(which: 'started' | 'updated' | 'completed', index: number): number {
    return this.#times[which].get(index);
  }

  /** The number of the list of names, see {@link namesOf}: records of the same names have the same number. */
  nameList(part: RecordNames, index: number): number {
    return this.#names[part].ids.get(index);
  }

  /** The names of a list, as the filter of the Jobs view names them; `['']` for none. */
  namesOf(part: RecordNames, list: number): readonly string[] {
    return this.#names[part].lists[list] ?? [];
  }

  /** A copy, which is faster to go through than the records. */
  columns(): Columns {
    const { size } = this;
    const { started, updated, completed } = this.#times;
    const { workflows, steps, assignees } = this.#names;
    return {
      size,
      states: this.#states.copy(size),
      pages: this.#pages.copy(size),
      started: started.copy(size),
      updated: updated.copy(size),
      completed: completed.copy(size),
      workflows: workflows.ids.copy(size),
      steps: steps.ids.copy(size),
      assignees: assignees.ids.copy(size),
    };
  }

  #write(index: number, row: JobRow): void {
    this.#version++;
    this.#rows[index] = row;
    const job = row.kind === 'job' ? row.job : undefined;
    this.#states.set(index, stateCodes[job === undefined ? 'unreadable' : jobState(job)]);
    this.#times.started.set(index, seconds(job?.startedAt));
    this.#times.updated.set(index, seconds(job?.updatedAt));
    this.#times.completed.set(index, seconds(job?.completedAt));
    for (const part of nameParts) this.#names[part].set(index, job === undefined ? [] : namesUnder(part, job));
  }
}

function seconds(timestamp: string | null | undefined): number {
  const ms = parseTimestamp(timestamp);
  return ms === null || ms < 1000 || ms >= 2 ** 32 * 1000 ? 0 : Math.floor(ms / 1000);
}

/** A list of names for each record; equal lists are kept once. */
class NameLists {
  readonly lists: (readonly string[])[] = [];
  readonly ids = new Column();
  readonly #known = new Map<string, number>();

  set(index: number, names: readonly string[]): void {
    const text = names.length === 1 ? (names[0] ?? '') : JSON.stringify(names);
    let id = this.#known.get(text);
    if (id === undefined) {
      id = this.lists.push(names) - 1;
      this.#known.set(text, id);
    }
    this.ids.set(index, id);
  }
}

const chunkBits = 12;
const chunkSize = 1 << chunkBits;

/** Whole numbers below 2³², in chunks, so that no room is left over; of two bytes each as long as they fit. */
class Column {
  #chunks: (Uint16Array | Uint32Array)[] = [];
  #Chunk: typeof Uint16Array | typeof Uint32Array = Uint16Array;

  get(index: number): number {
    return this.#chunks[index >> chunkBits]?.[index & (chunkSize - 1)] ?? 0;
  }

  copy(size: number): Uint32Array {
    const all = new Uint32Array(size);
    for (const [number, chunk] of this.#chunks.entries()) all.set(chunk.subarray(0, size - number * chunkSize), number * chunkSize);
    return all;
  }

  set(index: number, value: number): void {
    if (value > 0xffff && this.#Chunk === Uint16Array) {
      this.#Chunk = Uint32Array;
      this.#chunks = this.#chunks.map((chunk) => Uint32Array.from(chunk));
    }
    const chunk = (this.#chunks[index >> chunkBits] ??= new this.#Chunk(chunkSize));
    chunk[index & (chunkSize - 1)] = value;
  }
}

/** The text that a row is hashed by: the key of a job, because an id is a concatenation, of which V8 keeps a copy once its characters were read. */
function hashedText(row: JobRow): string {
  return row.kind === 'job' && row.isRepeated !== true ? row.job.key : keyInRowId(row.id);
}

/** Finds rows by their id: a hash table of indexes, a tenth of the size of a `Map` with the ids. */
class RowIndex {
  readonly #rows: readonly JobRow[];
  /** Index of a row plus 1 at the hash of its text or after it; 0 is free. */
  #slots = new Uint32Array(1024);
  #count = 0;

  constructor(rows: readonly JobRow[]) {
    this.#rows = rows;
  }

  find(text: string, id: string): number | undefined {
    const taken = this.#slots[this.#slotOf(text, id)] ?? 0;
    return taken === 0 ? undefined : taken - 1;
  }

  /** Adds the row at this index, whose id is not known. */
  add(index: number): void {
    if (++this.#count > this.#slots.length * 0.8) {
      this.#slots = new Uint32Array(this.#slots.length * 2);
      for (let known = 0; known < index; known++) this.#place(known);
    }
    this.#place(index);
  }

  #place(index: number): void {
    const row = this.#rows[index];
    if (row !== undefined) this.#slots[this.#slotOf(hashedText(row), row.id)] = index + 1;
  }

  /** The slot that holds the row with this id, else the free one where it belongs. */
  #slotOf(text: string, id: string): number {
    const last = this.#slots.length - 1;
    for (let slot = hash(text) & last; ; slot = (slot + 1) & last) {
      const taken = this.#slots[slot] ?? 0;
      const row = this.#rows[taken - 1];
      if (row === undefined || (hashedText(row) === text && row.id === id)) return slot;
    }
  }
}

/** FNV-1a, with its bits spread. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  return value ^ (value >>> 13);
}
