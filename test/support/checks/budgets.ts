import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../paths.ts';

/** Files of a production build that have a size budget, relative to the output folder. */
const measuredFiles = [
  'extension/extension.js',
  'mcp/server.js',
  'page/jobPage.js',
  'page/overview.js',
] as const;
/** Factor by which a bundle may grow before its budget must be raised. */
const growth = 1.1;
const file = join(projectFolder, 'test/budgets.json');

export type Budgets = Readonly<Record<(typeof measuredFiles)[number], number>>;

/** Reads the size budget of each bundle, in bytes. */
export async function readBudgets(): Promise<Budgets> {
  return JSON.parse(await readFile(file, 'utf8')) as Budgets;
}

/** Returns the sizes of the bundles in a production build, in bytes. */
export async function measure(outdir: string): Promise<Budgets> {
  const sizes = measuredFiles.map(
    async (name) => [name, (await readFile(join(outdir, name))).length] as const,
  );
  return Object.fromEntries(await Promise.all(sizes)) as Budgets;
}

/** Sets the budget of each bundle to its size plus the allowed growth. */
export async function writeBudgets(sizes: Budgets): Promise<void> {
  const budgets = Object.entries(sizes).map(([name, bytes]) => [name, Math.ceil(bytes * growth)]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`);
}
