import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from './paths.ts';

/** The files of a production build whose size is held, below its output folder. */
const held = ['extension/extension.js', 'mcp/server.js', 'page/jobPage.js', 'page/overview.js'] as const;
/** How much a bundle may grow before its budget has to be raised. */
const growth = 1.1;
const file = join(projectFolder, 'test/budgets.json');

export type Budgets = Readonly<Record<(typeof held)[number], number>>;

/** The most bytes that each bundle may have. */
export async function readBudgets(): Promise<Budgets> {
  return JSON.parse(await readFile(file, 'utf8')) as Budgets;
}

/** The sizes of the bundles of a production build. */
export async function measure(outdir: string): Promise<Budgets> {
  const sizes = held.map(async (name) => [name, (await readFile(join(outdir, name))).length] as const);
  return Object.fromEntries(await Promise.all(sizes)) as Budgets;
}

/** Sets the budget of each bundle to its size plus the growth that is allowed. */
export async function writeBudgets(sizes: Budgets): Promise<void> {
  const budgets = Object.entries(sizes).map(([name, bytes]) => [name, Math.ceil(bytes * growth)]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(budgets), null, 2)}\n`);
}
