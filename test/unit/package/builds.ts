import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { build, scratchFolder } from '../../support/packaging.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folders that hold the extension as it ships, and as it is developed. */
    builds: { readonly production: string; readonly development: string };
  }
}

/** Builds the extension once for all tests of what ships. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await scratchFolder();
  const [production, development] = [join(folder, 'production'), join(folder, 'development')];
  await Promise.all([build(production), build(development, { production: false })]);
  project.provide('builds', { production, development });
  return remove;
}
