import type { ChangeGuard } from '../../../src/service/index.ts';

/** Permits each start. */
export const unguarded: ChangeGuard<unknown> = {
  needed: () => 'none',
  ask: () => Promise.reject(new Error('Nothing has to be asked.')),
};
