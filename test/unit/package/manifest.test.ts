import { expect, it } from 'vitest';
import { extensionId } from '../../../src/ui/ids.ts';
import { readManifest } from './manifest.ts';

it('the extension knows itself by the id of its manifest', async () => {
  const { publisher, name } = await readManifest();
  expect(extensionId).toBe(`${publisher}.${name}`);
});
