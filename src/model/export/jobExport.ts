import {
  type Job,
  type JobRow,
  NumberLiteral,
  isPrivateMember,
  originalJob,
} from '../../service/index.ts';
import { truncate, unicodeEscape } from '../../text/untrustedText.ts';
import { jsonText } from '../util/json.ts';
import { jobState } from '../jobs/job.ts';
import {
  type MemberCell,
  type JobMember,
  describedMembers,
  memberList,
} from '../jobs/members/jobMembers.ts';

export const exportFormats = ['csv', 'ndjson', 'json'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Yields an export in chunks. JSON and NDJSON contain all jobs as returned by the service. CSV
 * contains the {@link csvColumns}, followed by other scalar properties. Empty chunks let the caller
 * pause.
 */
export function* exportText(
  rows: readonly JobRow[],
  format: ExportFormat,
): Generator<string, void> {
  if (format === 'csv') return yield* csvText(rows);
  for (const [index, row] of rows.entries()) {
    const text = rowJson(row);
    // Escapes U+0085, U+2028, and U+2029, because some NDJSON parsers treat them as line breaks.
    yield format === 'json'
      ? `${index === 0 ? '[\n' : ',\n'}${text}`
      : `${text.replace(/[\u0085\u2028\u2029]/g, unicodeEscape)}\n`;
  }
  if (format === 'json') yield rows.length === 0 ? '[]\n' : '\n]\n';
}

/** Maximum length of the environment name in a file name, in UTF-16 units. */
const maxEnvironmentLength = 40;

/**
 * Returns a portable file name such as `jobs-live-eu.csv`, or `jobs.csv` without an environment.
 */
export function exportFileName(format: ExportFormat, environment = '', subject = 'jobs'): string {
  const words = `-${environment}`
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  return `${subject}${truncate(words, maxEnvironmentLength + 1).replace(/-$/, '')}.${format}`;
}

/**
 * Formats jobs as indented JSON with all properties from the service: an object for a single job,
 * or an array for several jobs.
 */
export function rowsJson(rows: readonly JobRow[]): string {
  const texts = rows.map((row) => rowJson(row, 2));
  return texts.length > 1 ? `[\n${texts.join(',\n')}\n]` : texts.join('');
}

export function rowJson(row: JobRow, indent?: number): string {
  return jsonText(row.kind === 'job' ? originalJob(row.job) : row.raw, indent);
}

const memberColumns = Object.assign(
  {},
  ...memberList.map(({ columns }) => columns),
) as JobMember['columns'];

/** First CSV columns. The order must not change, because scripts may depend on the order. */
const firstColumns = [
  'key',
  'state',
  'workflows',
  'workflowKeys',
  'steps',
  'stepKeys',
  'assignedTo',
  'startedBy',
  'startedAt',
  'updatedAt',
  'completedAt',
  'problem',
  'lastWorkflows',
];

/** Columns of every CSV export. The names are not translated, because scripts use them. */
export const csvColumns: readonly string[] = [
  ...new Set([...firstColumns, ...Object.keys(memberColumns)]),
];

type Cells = Readonly<Record<string, MemberCell>>;

/**
 * Maximum number of additional columns. Without a limit, a service that uses IDs as property names
 * could cause thousands of columns.
 */
const maxColumnMembers = 100;

/** Yields CSV (RFC 4180) that starts with a byte order mark, so that Excel recognizes UTF-8. */
function* csvText(rows: readonly JobRow[]): Generator<string, void> {
  const members = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'job') addScalarMembers(members, row.job);
    yield '';
  }
  const additional = [...members].map((name) =>
    csvColumns.includes(name) ? `${name} (as sent)` : name,
  );
  yield `\ufeff${csvLine([...csvColumns, ...additional])}`;
  for (const row of rows) {
    const cells = rowCells(row);
    const sent: Readonly<Record<string, unknown>> = row.kind === 'job' ? row.job : {};
    const more = [...members].map((name) => (Object.hasOwn(sent, name) ? sent[name] : undefined));
    yield csvLine([...csvColumns.map((column) => cells[column]), ...more]);
  }
}

/** Adds the names of scalar properties (string, number, or boolean) without a fixed column. */
function addScalarMembers(members: Set<string>, job: Job): void {
  for (const [name, value] of Object.entries(job)) {
    const isScalar =
      value !== null && (typeof value !== 'object' || value instanceof NumberLiteral);
    const isOther = !describedMembers.has(name) && !isPrivateMember(name);
    if (isScalar && isOther && members.size < maxColumnMembers) members.add(name);
  }
}

/** Maps the names of the fixed CSV columns to the values of a row. */
export function rowCells(row: JobRow): Cells {
  if (row.kind === 'unreadable') return { key: row.key, state: 'unreadable', problem: row.problem };
  const { job } = row;
  const cells = Object.entries(memberColumns).map(([name, cellOf]) => [name, cellOf(job)] as const);
  return { key: job.key, state: jobState(job), ...Object.fromEntries(cells) };
}

/** Formats a CSV line. Escapes formulas, so that spreadsheets do not evaluate them. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value instanceof NumberLiteral) {
    return String(value);
  }
  if (typeof value !== 'string') return '';
  const text = withoutFormula(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Inserts an apostrophe before each formula that a spreadsheet might evaluate. */
function withoutFormula(text: string): string {
  // Excel may split a cell at semicolons or tabs, even inside quotes, so formulas after these
  // characters must also be escaped.
  const inner = text.replace(
    /(?<![;\s\p{C}])[;\s\p{C}]+(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/gu,
    (gap) => (/[;\t\r\n]/.test(gap) ? `${gap}'` : gap),
  );
  return /^[\t\r\n]|^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(text) ? `'${inner}` : inner;
}
