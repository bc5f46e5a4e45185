import type { ServiceError } from '../../service/index.ts';
import { failureText, ofTheAddress } from './reports.ts';

/** The remedies for a failure of the service. Each is a message of the page. */
export type FailureRemedy = 'refresh' | 'setApiKey' | 'setBaseUrl' | 'startSandbox' | 'showLog';

/** A problem in one or two sentences, with remedies. */
export interface PageNotice<Remedy extends string = FailureRemedy> {
  sentence: string;
  actions: Remedy[];
  /** The name of the service of the action `switchTo`. */
  switchTo?: string;
}

/** A failure as the notice of a page, with its remedies. */
export function noticeOfFailure(error: ServiceError): PageNotice {
  return { sentence: failureText(error), actions: remediesFor(error) };
}

function remediesFor({ kind, hasWorked }: ServiceError): FailureRemedy[] {
  if (kind === 'unauthorized') return ['refresh', 'setApiKey', 'showLog'];
  return !hasWorked && ofTheAddress.has(kind) ? ['refresh', 'setBaseUrl', 'showLog'] : ['refresh', 'showLog'];
}
