import { commands, l10n } from 'vscode';
import { failureReport } from '../../model/wording/reports.ts';
import { ServiceError } from '../../service/index.ts';
import type { Log } from './log.ts';
import { notify } from './notify.ts';
import { surroundings } from './window.ts';

/** A command that helps with a failure: a row below it, or a button of its notification. */
export interface Remedy {
  readonly title: string;
  readonly icon: string;
  readonly command: string;
  /** Plain values, so that a row can carry them. */
  readonly arguments?: readonly string[];
}

const checkConnection = (): Remedy => ({ title: l10n.t('Check Connection'), icon: 'pulse', command: 'workflowJobs.checkConnection' });
const copyReport = (error: ServiceError): Remedy => ({
  title: l10n.t('Copy report'),
  icon: 'copy',
  command: 'workflowJobs.copyReport',
  arguments: [failureReport(error, surroundings())],
});
const showLog = (): Remedy => ({ title: l10n.t('Show log'), icon: 'output', command: 'workflowJobs.showLog' });
const setBaseUrl = (): Remedy => ({ title: l10n.t('Set Base URL…'), icon: 'plug', command: 'workflowJobs.setBaseUrl' });
const setApiKey = (): Remedy => ({ title: l10n.t('Set API Key…'), icon: 'key', command: 'workflowJobs.setApiKey' });

/** The remedies of a kind of failure, most helpful first. *Try again* is added where the failure is shown. */
export function remediesFor(error: ServiceError): Remedy[] {
  switch (error.kind) {
    case 'unauthorized':
      return [setApiKey(), checkConnection(), showLog()];
    case 'notConfigured':
      return [setBaseUrl()];
    case 'notFound':
    case 'redirected':
    case 'unreachable':
    case 'notTheService':
      return [setBaseUrl(), checkConnection(), showLog()];
    case 'unreadable':
      return [copyReport(error), checkConnection(), showLog()];
    case 'invalidInput':
    case 'timeout':
    case 'cancelled':
    case 'rejected':
    case 'rateLimited':
    case 'serverFault':
      return [checkConnection(), showLog()];
  }
}

/** A failure as text: the sentence and what to do next. */
export function failureText(error: ServiceError): string {
  return error.advice === undefined ? error.message : `${error.message} ${error.advice}`;
}

/** The one place that shows failures of commands, links and pages. */
export class Reporter {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs an action; anything it throws is shown as a sentence. */
  async run(command: string, action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      await this.show(this.toServiceError(command, thrown));
    }
  }

  /** Shows a failure and resolves to whether *Try again* was chosen. A cancellation is not shown. */
  async show(error: ServiceError, canRetry = false): Promise<boolean> {
    if (error.kind === 'cancelled') return false;
    const tryAgain = l10n.t('Try again');
    const remedies = remediesFor(error).filter(({ command }) => command !== 'workflowJobs.checkConnection' || !canRetry);
    const titles = [...(canRetry ? [tryAgain] : []), ...remedies.map(({ title }) => title)];
    const chosen = await notify.error(failureText(error), ...titles);
    const remedy = remedies.find(({ title }) => title === chosen);
    if (remedy !== undefined) await commands.executeCommand(remedy.command, ...(remedy.arguments ?? []));
    return chosen === tryAgain;
  }

  toServiceError(where: string, thrown: unknown): ServiceError {
    if (thrown instanceof ServiceError) return thrown;
    this.#log.unexpected(where, thrown);
    return new ServiceError('unreadable', l10n.t('Something in the Workflow Jobs extension went wrong. The log says what.'), { cause: thrown });
  }
}
