import type { ServiceError } from '../../service/index.ts';
import { failureText, ofTheAddress } from './reports.ts';

/**
 * Actions that a page offers after a failed request. The page sends the name of the action that the
 * user selects.
 */
export type FailureRemedy = 'refresh' | 'setApiKey' | 'setBaseUrl' | 'showLog';

/** Message that describes a problem in one or two sentences and offers actions to fix it. */
export interface PageNotice<Remedy extends string = FailureRemedy> {
  sentence: string;
  actions: Remedy[];
  /** Name of the service to which the `switchTo` action connects. */
  switchTo?: string;
}

export function noticeOfFailure(error: ServiceError): PageNotice {
  return { sentence: failureText(error), actions: pageRemedies(error) };
}

function pageRemedies({ kind, hasWorked }: ServiceError): FailureRemedy[] {
  if (kind === 'unauthorized') return ['refresh', 'setApiKey', 'showLog'];
  return !hasWorked && ofTheAddress.has(kind)
    ? ['refresh', 'setBaseUrl', 'showLog']
    : ['refresh', 'showLog'];
}
