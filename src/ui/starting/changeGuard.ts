import { l10n } from 'vscode';
import type { Asker, Change, ChangeGuard } from '../../model/starting/change.ts';
import { mustConfirm } from '../../model/starting/confirmation.ts';
import { type BaseUrl, ServiceError } from '../../service/index.ts';
import { bidiIsolate, escapeQuotes } from '../../text/untrustedText.ts';
import { settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify, offers } from '../feedback/notify.ts';
import { changeTexts } from './changeTexts.ts';

/**
 * Creates the checks that run before a change request, such as starting a job. The checks depend on
 * the window's settings and on whether the environment is read-only or a production environment.
 */
export function windowChangeGuard(environments: EnvironmentList): ChangeGuard {
  return {
    requiresConfirmation: (baseUrl, { kind }, asker) => {
      requirePermitted(environments, baseUrl, kind, asker.kind);
      const isUnseen = asker.kind === 'assistant' && !asker.isConfirmed;
      return isUnseen || mustConfirm(settings.confirmStart(), environments.guardsAt(baseUrl));
    },
    confirm: (baseUrl, change, asker) => {
      const { question, confirm, confirmInProduction } = changeTexts[change.kind]();
      const isProduction = environments.at(baseUrl.href)?.kind === 'production';
      const text =
        question(subjectText(change), environments.nameOf(baseUrl)) + requesterText(asker);
      return offers(notify.ask, text, isProduction ? confirmInProduction : confirm);
    },
  };
}

/**
 * Checks that the settings allow a change, such as starting a job.
 * @throws {ServiceError} `notPermitted` if the service is read-only, or if an assistant requests a
 * change without permission
 */
export function requirePermitted(
  environments: EnvironmentList,
  baseUrl: BaseUrl,
  change: Change['kind'],
  asker: Asker['kind'],
): void {
  const { readOnly, readOnlyHost, noAssistants } = changeTexts[change]();
  if (asker === 'assistant' && !settings.canAgentsStart()) {
    const advice = l10n.t(
      'To allow assistants to start jobs, turn on the setting “workflowJobs.agents.canStartJobs”.',
    );
    throw new ServiceError('notPermitted', noAssistants, { advice });
  }
  const { isReadOnly, mistake } = environments.guardsAt(baseUrl);
  if (!isReadOnly) return;
  const sentence =
    environments.at(baseUrl.href) === undefined
      ? readOnlyHost(baseUrl.label)
      : readOnly(environments.nameOf(baseUrl));
  const advice =
    mistake ?? l10n.t('Switch to another environment, or change “readOnly” in the settings.');
  throw new ServiceError('notPermitted', sentence, { advice });
}

function subjectText({ key, name }: Change): string {
  return name === key
    ? l10n.t('“{0}”', escapeQuotes(key))
    : l10n.t('“{0}” ({1})', bidiIsolate(escapeQuotes(name)), escapeQuotes(key));
}

function requesterText(asker: Asker): string {
  return asker.kind === 'script' ? `\n${l10n.t('Requested by: {0}', asker.who)}` : '';
}
