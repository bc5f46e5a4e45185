import * as vscode from 'vscode';
import { ServiceError, type ServiceErrorKind } from '../service/index.ts';
import type { Log } from './log.ts';

/** Something a person can do about a failure: in a row below it, or as a button of its notification. */
export interface Remedy {
  readonly title: string;
  readonly icon: string;
  readonly command: string;
}

const showLog = (): Remedy => ({ title: vscode.l10n.t('Show log'), icon: 'output', command: 'workflowJobs.showLog' });
const setBaseUrl = (): Remedy => ({ title: vscode.l10n.t('Set Base URL…'), icon: 'plug', command: 'workflowJobs.setBaseUrl' });
const setApiKey = (): Remedy => ({ title: vscode.l10n.t('Set API Key…'), icon: 'key', command: 'workflowJobs.setApiKey' });

/** What helps with a kind of failure, most helpful first; *Try again* belongs to the place that failed. */
export function remediesFor(kind: ServiceErrorKind): Remedy[] {
  switch (kind) {
    case 'unauthorized':
      return [setApiKey(), showLog()];
    case 'notConfigured':
      return [setBaseUrl()];
    case 'notFound':
    case 'notTheService':
    case 'redirected':
    case 'unreachable':
      return [setBaseUrl(), showLog()];
    case 'invalidInput':
    case 'timeout':
    case 'cancelled':
    case 'rejected':
    case 'rateLimited':
    case 'serverFault':
    case 'unreadable':
      return [showLog()];
  }
}

/** A failure as text: the sentence and what to do next. */
export function failureText(error: ServiceError): string {
  return error.advice === undefined ? error.message : `${error.message} ${error.advice}`;
}

/** The one place that shows a failure of what a person just asked for. */
export class Reporter {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs what a command does; whatever goes wrong becomes a sentence, never a raw exception. */
  async run(command: string, action: () => unknown): Promise<void> {
    try {
      await action();
    } catch (thrown) {
      await this.show(this.toServiceError(command, thrown));
    }
  }

  /** Shows a failure and resolves to whether *Try again* was chosen; something cancelled needs no words. */
  async show(error: ServiceError, retry: { canRetry: boolean } = { canRetry: false }): Promise<boolean> {
    if (error.kind === 'cancelled') return false;
    const tryAgain = vscode.l10n.t('Try again');
    const remedies = remediesFor(error.kind);
    const titles = [...(retry.canRetry ? [tryAgain] : []), ...remedies.map(({ title }) => title)];
    const chosen = await vscode.window.showErrorMessage(failureText(error), ...titles);
    const remedy = remedies.find(({ title }) => title === chosen);
    if (remedy !== undefined) await vscode.commands.executeCommand(remedy.command);
    return chosen === tryAgain;
  }

  toServiceError(where: string, thrown: unknown): ServiceError {
    if (thrown instanceof ServiceError) return thrown;
    this.#log.unexpected(where, thrown);
    return new ServiceError('unreadable', vscode.l10n.t('Something in the Workflow Jobs extension went wrong. The log says what.'), { cause: thrown });
  }
}
