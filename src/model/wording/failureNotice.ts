import type { ServiceError } from '../../service/index.ts';
import { failureText, ofTheAddress } from './reports.ts';

/**
 * Actions that may fix a failed request. When the user selects an action, the page sends its name
 * as a message.
 */
export type FailureRemedy = 'refresh' | 'setApiKey' | 'setBaseUrl' | 'startSandbox' | 'showLog';

/** Notice that describes a problem in one or two sentences, with actions that may fix it. */
export interface PageNotice<Remedy extends string = FailureRemedy> {
  sentence: string;
  actions: Remedy[];
  /** Name of the service that the `switchTo` action connects to. */
  switchTo?: string;
}

/** Creates the notice for a failed request. */
export function noticeOfFailure(error: ServiceError): PageNotice {
  return { sentence: failureText(error), actions: pageRemedies(error) };
}

function pageRemedies({ kind, hasWorked }: ServiceError): FailureRemedy[] {
  if (kind === 'unauthorized') return ['refresh', 'setApiKey', 'showLog'];
  return !hasWorked && ofTheAddress.has(kind)
    ? ['refresh', 'setBaseUrl', 'showLog']
    : ['refresh', 'showLog'];
}
