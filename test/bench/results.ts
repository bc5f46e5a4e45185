import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { currentRelease } from '../support/vscode/release.ts';
import { formatTable, type Row } from './table.ts';

type Results = Readonly<Record<string, readonly Row[]>>;

const table = join(import.meta.dirname, 'RESULTS.md');
const numbers = join(import.meta.dirname, 'results.json');

/** The rows that were kept last, by bench. */
export async function readResults(): Promise<Results> {
  const text = await readFile(numbers, 'utf8').catch(() => '{}');
  return JSON.parse(text) as Results;
}

/** @param order of the benches in the table */
export async function writeResults(results: Results, order: readonly string[]): Promise<void> {
  const rows = order.flatMap((name) => results[name] ?? []);
  const [cpu] = cpus();
  const machine = `${cpus().length} cores, ${cpu?.model ?? 'an unknown CPU'}; ${process.platform}, Node ${process.versions.node}, VS Code ${currentRelease.codeServer.replace(/^4/, '1')}`;
  const text = `# What it costs

\`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine}.
Each row is the median of runs that alternate with those of its floor, which does the same with nothing around it.
Limits that are not met are explained in [LIMITS.md](LIMITS.md).

${formatTable(rows)}
`;
  await writeFile(numbers, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(table, text);
}
