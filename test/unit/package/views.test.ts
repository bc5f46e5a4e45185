import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';
import { contributes, readProjectFile } from './manifest.ts';

/** Ids of the views that the code registers. */
const registeredIds = await readViewIds();

async function readViewIds(): Promise<string[]> {
  const files = globSync('src/ui/**/*.ts', { cwd: projectFolder });
  const sources = await Promise.all(files.map(readProjectFile));
  return sources.flatMap((source) =>
    [...source.matchAll(/\bviewId: '([\w.]+)'/g)].map(([, id = '']) => id),
  );
}

describe('Source code', () => {
  const ids = Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id));

  it.each(ids)('registers the view %s', (id) => {
    // VS Code waits forever for the rows of a view that is not registered. A host test would only
    // time out.
    const advice = `No file in src/ui contains “viewId: '${id}'”. Create a ListView for the view, or remove it.`;
    expect(registeredIds, advice).toContain(id);
  });

  it('registers only views that package.json declares', () => {
    expect(ids).toEqual(expect.arrayContaining(registeredIds));
  });
});
