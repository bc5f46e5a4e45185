import * as l10n from '@vscode/l10n';
import type { ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { ofTheAddress } from './reports.ts';

/** Why nothing could be read, by what helps. A welcome view and a row explain each reason. */
export type FailureReason =
  | 'keyMissing'
  | 'keyRejected'
  | 'forbidden'
  | 'webPage'
  | 'address'
  | 'silence'
  | 'other';

export function failureReason({ kind, status, sentKey, hasWorked }: ServiceError): FailureReason {
  if (kind === 'unauthorized') {
    if (status === 403) return 'forbidden';
    return sentKey ? 'keyRejected' : 'keyMissing';
  }
  if (kind === 'webPage') return 'webPage';
  if (kind === 'unreachable' || kind === 'timeout') return 'silence';
  return !hasWorked && (ofTheAddress.has(kind) || kind === 'notFound') ? 'address' : 'other';
}

/** The reason in a few words; empty if nothing more than the failure is known. */
export function shortReason(error: ServiceError): string {
  const { status } = error;
  const reasons: Record<FailureReason, string> = {
    keyMissing: l10n.t('no API key'),
    keyRejected: l10n.t('API key rejected'),
    forbidden: l10n.t('no permission'),
    webPage: l10n.t('web page instead of data'),
    address: l10n.t('wrong address'),
    silence: l10n.t('no response'),
    other: status === undefined ? '' : `HTTP ${status}`,
  };
  return reasons[failureReason(error)];
}

/** Whether the same request may succeed later, without another API key or address. */
export function mayPass(error: ServiceError): boolean {
  return ['silence', 'webPage', 'other'].includes(failureReason(error));
}

/** Why a file could not be written, without the error codes, system calls, and paths of the message. */
export function writeProblem(message: string): string {
  const words =
    /\bE[A-Z]+: ([^,]+)/.exec(message)?.[1] ?? message.replace(/^(?:\w+ \(\w+\): )?(?:\w*Error: )?/, '');
  return `${oneLine(words).replace(/[.]$/, '')}.`;
}
