import type { ChangeGuard } from '../../../src/service/index.ts';

/** Permits each start. */
export const unguarded: ChangeGuard<unknown> = {
  mustAsk: () => false,
  ask: () => Promise.reject(new Error('Nothing has to be asked.')),
};
