import * as l10n from '@vscode/l10n';
import type { Change, ChangeFailure } from '../../model/starting/change.ts';
import { failureText } from '../../model/wording/reports.ts';
import { singleLine } from '../../text/untrustedText.ts';

interface ChangeTexts {
  /** Returns the confirmation question. `subject` contains the workflow name and key. */
  readonly question: (subject: string, service: string) => string;
  readonly confirm: string;
  readonly confirmInProduction: string;
  readonly readOnly: (environment: string) => string;
  /** Error message if another environment on the same host is read-only. */
  readonly readOnlyHost: (service: string) => string;
  /** Error message if the settings do not allow assistants to start jobs. */
  readonly noAssistants: string;
  readonly unknown: (key: string, reason: string) => string;
  readonly unknownAdvice: string;
}

export const changeTexts: Readonly<Record<Change['kind'], () => ChangeTexts>> = {
  startJob: () => ({
    question: (workflow, service) =>
      l10n.t('Start a job for workflow {0} on {1}?', workflow, service),
    confirm: l10n.t('Start'),
    confirmInProduction: l10n.t('Start in Production'),
    readOnly: (environment) =>
      l10n.t('Cannot start jobs in {0} because the environment is read-only.', environment),
    readOnlyHost: (service) =>
      l10n.t(
        'Cannot start jobs on {0} because an environment on the same host is read-only.',
        service,
      ),
    noAssistants: l10n.t('No job was started because assistants are not allowed to start jobs.'),
    unknown: (workflow, reason) =>
      l10n.t('The job for workflow “{0}” may or may not have started. {1}', workflow, reason),
    unknownAdvice: l10n.t('Check the job list before you start another job.'),
  }),
};

/** Returns a message that describes why a change failed and what the user can do. */
export function changeFailureText(
  change: Pick<Change, 'kind' | 'key'>,
  { kind, error }: ChangeFailure,
): string {
  const { unknown, unknownAdvice } = changeTexts[change.kind]();
  if (kind === 'accepted') return `${error.message} ${unknownAdvice}`;
  if (kind === 'unknown')
    return `${unknown(singleLine(change.key), error.message)} ${unknownAdvice}`;
  return failureText(error);
}
