import type { StartGuard } from '../../../src/service/index.ts';

/** Permits each start. */
export const unguarded: StartGuard<unknown> = {
  needed: () => 'none',
  ask: () => Promise.reject(new Error('Nothing has to be asked.')),
};
