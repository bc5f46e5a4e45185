import * as l10n from '@vscode/l10n';
import type { Guards } from '../environments/environment.ts';

/** Values of the `workflowJobs.confirmStart` setting, from the least to the most restrictive. */
export const confirmations = ['never', 'production', 'always'] as const;
export type Confirmation = (typeof confirmations)[number];

/** Parses the `workflowJobs.confirmStart` setting. Invalid values are treated as `always`. */
export function readConfirmation(setting: unknown): Confirmation {
  return confirmations.find((each) => each === setting) ?? 'always';
}

/** Returns a message if the `workflowJobs.confirmStart` setting has an invalid value. */
export function confirmationProblem(setting: unknown): string | undefined {
  return confirmations.some((each) => each === setting)
    ? undefined
    : l10n.t(
        '“workflowJobs.confirmStart” must be “never”, “production”, or “always”. Until you fix it, every start must be confirmed.',
      );
}

export function mustConfirm(confirmation: Confirmation, { kind }: Pick<Guards, 'kind'>): boolean {
  return confirmation === 'always' || (confirmation === 'production' && kind === 'production');
}
