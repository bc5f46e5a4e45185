import type { ChangeOutcome } from '../../../src/model/starting/change.ts';
import type { ServiceErrorKind } from '../../../src/service/index.ts';
import type { ReceivedRequest, TestResponse } from '../../support/service/service.ts';

/** A response of a service, and what the extension makes of it. */
export interface Fault {
  /** Completes “returns the data or an error message after …”. */
  readonly title: string;
  /** Creates the response from the documented response to the same request. */
  readonly respond: (documented: TestResponse, request: ReceivedRequest) => TestResponse;
  /** Result of a GET: the documented data, or an error of this kind. */
  readonly read: 'success' | ServiceErrorKind;
  /** Result of a start. */
  readonly start: ChangeOutcome['kind'];
  /** Error message. `{host}` and `{request}` stand for the host and the request. */
  readonly sentence?: string | RegExp;
  /** Error message of a start, if it differs. */
  readonly startSentence?: string;
  readonly advice?: string | RegExp;
  /** True if the client sends a GET three times. */
  readonly isTemporary?: boolean;
  /** Delay before the next request, in milliseconds, if the service requests one. */
  readonly wait?: number;
  /**
   * True if the body of a 2xx response declares a failure. Only then may a start count as rejected.
   */
  readonly declaresFailure?: boolean;
}

/** The sentence about a start that a service accepts without returning the job. */
export function acceptedText(status: number, message?: string): string {
  const accepted = `The service accepted the request but did not return a job (HTTP ${status}).`;
  return message === undefined ? accepted : `${accepted} The service reported: ${message}`;
}
