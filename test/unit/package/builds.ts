import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import {
  build,
  packageCopy,
  scratchFolder,
  scratchProject,
} from '../../support/package/packaging.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Output folders of both builds. */
    builds: { readonly production: string; readonly development: string };
    /** Package of the production build. */
    vsix: string;
  }
}

/** Packages the extension once for all tests of the package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [copy, { folder: development, remove }] = await Promise.all([
    scratchProject(),
    scratchFolder(),
  ]);
  const [vsix] = await Promise.all([
    packageCopy(copy.folder, 'first.vsix', { TZ: 'Asia/Tokyo' }),
    build(development, { production: false }),
  ]);
  project.provide('vsix', vsix);
  project.provide('builds', { production: join(copy.folder, 'dist'), development });
  return async () => {
    await Promise.all([copy.remove(), remove()]);
  };
}
