import type { ChangeGuard } from '../../../src/model/starting/change.ts';

/** Permits all changes without asking for confirmation. */
export const unguarded: ChangeGuard = {
  requiresConfirmation: () => false,
  confirm: () => Promise.reject(new Error('No confirmation is required.')),
};
