import type { ServiceError } from '../../service/index.ts';
import { failureText, ofTheAddress } from './reports.ts';

/** Remedies for a failure of the service. The page sends the remedy as a message. */
export type FailureRemedy = 'refresh' | 'setApiKey' | 'setBaseUrl' | 'startSandbox' | 'showLog';

/** Describes a problem in one or two sentences, with remedies. */
export interface PageNotice<Remedy extends string = FailureRemedy> {
  sentence: string;
  actions: Remedy[];
  /** Name of the service for the `switchTo` action. */
  switchTo?: string;
}

/** Creates the page notice for a failure. */
export function noticeOfFailure(error: ServiceError): PageNotice {
  return { sentence: failureText(error), actions: pageRemedies(error) };
}

function pageRemedies({ kind, hasWorked }: ServiceError): FailureRemedy[] {
  if (kind === 'unauthorized') return ['refresh', 'setApiKey', 'showLog'];
  return !hasWorked && ofTheAddress.has(kind) ? ['refresh', 'setBaseUrl', 'showLog'] : ['refresh', 'showLog'];
}
