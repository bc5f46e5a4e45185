import * as l10n from '@vscode/l10n';
import type { Guards } from '../environments/environment.ts';

/** The starts that require confirmation, from the weakest setting to the strongest. */
export const confirmations = ['never', 'production', 'always'] as const;
export type Confirmation = (typeof confirmations)[number];

/** Reads the setting `workflowJobs.confirmStart`. An invalid value counts as `always`. */
export function readConfirmation(setting: unknown): Confirmation {
  return confirmations.find((each) => each === setting) ?? 'always';
}

/** Describes an invalid value of the setting. */
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
