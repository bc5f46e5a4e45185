import * as l10n from '@vscode/l10n';
import type { ServiceError } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { ofTheAddress } from './reports.ts';

/** Reasons why jobs could not be loaded. The Jobs view shows a welcome text for each reason. */
type FailureReason =
  | 'keyMissing'
  | 'keyNotSent'
  | 'keyRejected'
  | 'forbidden'
  | 'webPage'
  | 'address'
  | 'silence'
  | 'other';

export function failureReason({ kind, status, sentKey, hasWorked }: ServiceError): FailureReason {
  if (kind === 'unauthorized') {
    // The user declined to send the key without encryption, so the service has not responded.
    if (status === undefined) return 'keyNotSent';
    if (status === 403) return 'forbidden';
    return sentKey ? 'keyRejected' : 'keyMissing';
  }
  if (kind === 'webPage') return 'webPage';
  if (kind === 'unreachable' || kind === 'timeout') return 'silence';
  return !hasWorked && (ofTheAddress.has(kind) || kind === 'notFound') ? 'address' : 'other';
}

/**
 * Describes an error in a few words, such as `no API key`. Returns an empty string for unknown
 * errors.
 */
export function shortReason(error: ServiceError): string {
  const reasons: Record<FailureReason, string> = {
    keyMissing: l10n.t('no API key'),
    keyNotSent: l10n.t('API key not sent'),
    keyRejected: l10n.t('API key rejected'),
    forbidden: l10n.t('no permission'),
    webPage: l10n.t('received a web page'),
    address: l10n.t('incorrect base URL'),
    silence: l10n.t('no response'),
    other: otherReason(error),
  };
  return reasons[failureReason(error)];
}

function otherReason({ kind, status }: ServiceError): string {
  if (kind === 'rateLimited') return l10n.t('too many requests');
  return status === undefined ? '' : `HTTP ${status}`;
}

/** Returns true if a retry may succeed with the same API key and base URL. */
export function mayPass(error: ServiceError): boolean {
  return ['silence', 'webPage', 'other'].includes(failureReason(error));
}

/** Extracts the reason from a file system error message, such as `no space left on device.` */
export function writeProblem(message: string): string {
  const words =
    /\bE[A-Z]+: ([^,]+)/.exec(message)?.[1] ??
    message.replace(/^(?:\w+ \(\w+\): )?(?:\w*Error: )?/, '');
  return `${singleLine(words).replace(/[.]$/, '')}.`;
}
