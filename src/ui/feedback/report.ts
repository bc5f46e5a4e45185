import { commands, l10n } from 'vscode';
import { writeProblem } from '../../model/wording/failureReason.ts';
import { failureReport, failureText, ofTheAddress } from '../../model/wording/reports.ts';
import { ServiceError, toServiceError } from '../../service/index.ts';
import { notify } from './notify.ts';
import { surroundings } from './window.ts';

/** Suggested action for an error, shown as a button that runs a command. */
export interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly argument?: string | undefined;
}

/** Returns a suggested action that opens the environment and start confirmation settings. */
export function editEnvironments(): Remedy {
  return {
    title: l10n.t('Edit Settings'),
    command: 'workbench.action.openSettings',
    argument: '@id:workflowJobs.environments,workflowJobs.confirmStart',
  };
}

/** Error that asks for a window reload after an update has deleted the running version's files. */
export class OutdatedWindowError extends ServiceError {
  constructor() {
    super('internal', l10n.t('Workflow Jobs was updated. Reload the window.'), { wasSent: false });
  }
}

/** Returns the suggested actions for an error, most helpful first. *Try Again* is not included. */
export function remediesFor(error: ServiceError): Remedy[] {
  if (error instanceof OutdatedWindowError) {
    return [{ title: l10n.t('Reload Window'), command: 'workbench.action.reloadWindow' }];
  }
  const { kind, advice, hasWorked, origin } = error;
  const setBaseUrl = { title: l10n.t('Set Base URL…'), command: 'workflowJobs.setBaseUrl' };
  if (kind === 'notConfigured') return [setBaseUrl];
  if (kind === 'notPermitted') {
    return [
      { title: l10n.t('Switch Environment…'), command: 'workflowJobs.switchEnvironment' },
      editEnvironments(),
    ];
  }
  const remedies: Remedy[] = [];
  if (kind === 'unauthorized') {
    remedies.push({
      title: l10n.t('Set API Key…'),
      command: '_workflowJobs.setApiKeyOf',
      argument: origin,
    });
  }
  // HTTP 404 for a list request indicates a wrong base URL. Only errors from list requests contain
  // advice.
  const isOfTheAddress = ofTheAddress.has(kind) || (kind === 'notFound' && advice !== undefined);
  if (isOfTheAddress && !hasWorked) remedies.push(setBaseUrl);
  if (kind === 'unreadable' || kind === 'internal') {
    remedies.push({
      title: l10n.t('Copy Report'),
      command: '_workflowJobs.copyReport',
      argument: failureReport(error, surroundings()),
    });
  }
  return [
    ...remedies,
    { title: l10n.t('Check Connection'), command: 'workflowJobs.checkConnection' },
    { title: l10n.t('Show Log'), command: 'workflowJobs.showLog' },
  ];
}

export async function runRemedy({ command, argument }: Remedy): Promise<void> {
  await commands.executeCommand(command, ...(argument === undefined ? [] : [argument]));
}

/** Runs a command, link, or page message handler. Shows an error message if the handler fails. */
export async function withErrorReporting<T>(
  command: string,
  action: () => T,
): Promise<Awaited<T> | undefined> {
  try {
    return await action();
  } catch (thrown) {
    await showFailure(toServiceError(command, thrown));
    return undefined;
  }
}

/** Throws the load error if no data has been loaded or cached. */
export function requireRead(known: unknown, failure: ServiceError | null | undefined): void {
  if (known === undefined && failure) throw failure;
}

/**
 * Waits until VS Code has written a file or setting.
 * @throws {ServiceError} `notPermitted`, so that a rejected write is not reported as a bug
 */
export async function written(what: string, writing: PromiseLike<void>): Promise<void> {
  try {
    await writing;
  } catch (thrown) {
    throw new ServiceError(
      'notPermitted',
      l10n.t('{0} could not be written: {1}', what, writeProblem(String(thrown))),
    );
  }
}

/**
 * Shows an error from a service other than the connected one. Offers no buttons, because suggested
 * actions would apply to the connected service.
 */
export function showFailureOf(place: string, error: ServiceError): false {
  if (error.kind !== 'cancelled') void notify.error(l10n.t('{0}: {1}', place, failureText(error)));
  return false;
}

/** Shows an error unless the user canceled. Resolves to true if the user selects *Try Again*. */
export async function showFailure(error: ServiceError, canRetry = false): Promise<boolean> {
  if (error.kind === 'cancelled') return false;
  const tryAgain = l10n.t('Try Again');
  const remedies = remediesFor(error).filter(
    ({ command }) => command !== 'workflowJobs.checkConnection' || !canRetry,
  );
  const titles = [...(canRetry ? [tryAgain] : []), ...remedies.map(({ title }) => title)];
  const chosen = await notify.error(failureText(error), ...titles);
  const remedy = remedies.find(({ title }) => title === chosen);
  if (remedy !== undefined) await runRemedy(remedy);
  return chosen === tryAgain;
}
