import * as l10n from '@vscode/l10n';
import type {
  BaseUrl,
  Job,
  RequestRecord,
  ServiceError,
  ServiceErrorKind,
} from '../../service/index.ts';
import { bidiIsolate, markdownCode, escapeMarkdown, singleLine } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatNumber } from '../../text/number.ts';
import { jobTitle } from '../jobs/job.ts';
import { isRefusal } from '../jobs/jobReader.ts';

export interface Surroundings {
  readonly extensionVersion: string;
  readonly editorVersion: string;
  /** Extension host name from {@link hostName}. */
  readonly host: string;
}

/** Kinds of errors that a wrong base URL may cause. */
export const ofTheAddress: ReadonlySet<ServiceErrorKind> = new Set([
  'notConfigured',
  'redirected',
  'unreachable',
  'webPage',
  'notTheService',
]);

export function failureText({ message, advice }: ServiceError): string {
  return advice === undefined ? message : `${message} ${advice}`;
}

/**
 * Returns the message for a job that was not found.
 * @param searched number of searched jobs, or undefined if the entire list was searched
 */
export function absentText(key: string, searched: number | undefined): string {
  return searched === undefined
    ? l10n.t('Job {0} was not found.', key)
    : l10n.t(
        'Job {0} was not found in the first {1} jobs of the list.',
        key,
        formatNumber(searched),
      );
}

/**
 * Returns the message for a started job.
 * @param who task, script, or assistant that started the job, or undefined for the user
 */
export function startedText(workflowKey: string, job: Job, who?: string): string {
  const key = bidiIsolate(singleLine(workflowKey, 60));
  const title = bidiIsolate(jobTitle(job));
  return who === undefined
    ? l10n.t('Started {0} ({1}).', title, key)
    : l10n.t('{0} started {1} ({2}).', who, title, key);
}

/**
 * Returns the English name of the extension host: `local`, `remote (ssh-remote)`, or `web`.
 * @param isBesideWindow true if the extension and the VS Code window run on the same machine
 */
export function hostName({
  isBrowser,
  isBesideWindow,
  remoteName,
}: {
  isBrowser: boolean;
  isBesideWindow: boolean;
  remoteName: string | undefined;
}): string {
  if (!isBesideWindow && remoteName !== undefined) return `remote (${remoteName})`;
  return isBrowser ? 'web' : 'local';
}

/**
 * Describes an error in English for a bug report, without URLs, job keys, or text from the service.
 */
export function failureReport(
  error: ServiceError,
  { extensionVersion, editorVersion, host }: Surroundings,
): string {
  return [
    `Workflow Jobs ${extensionVersion}, VS Code ${editorVersion}, extension host: ${host}`,
    `Kind: ${error.kind}`,
    `Request: ${error.request?.replace(/(\/jobs\/)[^/?]+/, '$1<key>') ?? 'none'}`,
    `HTTP status: ${error.status ?? 'none'}`,
    ...(error.detail === undefined ? [] : [`Detail: ${error.detail}`]),
  ].join('\n');
}

/** Result of one request of the connection check, including all attempts. */
export interface Probe {
  readonly name: string;
  readonly records: readonly RequestRecord[];
  /** Request error, or undefined if the request succeeded. */
  readonly error: ServiceError | undefined;
}

export interface ConnectionFacts extends Surroundings {
  readonly baseUrl: BaseUrl;
  /**
   * API key header with a masked key, such as `Authorization: Bearer …`. Undefined if no key is
   * stored.
   */
  readonly keyHeader: string | undefined;
  readonly requestTimeout: number;
  readonly fields: Probe & { readonly count?: number };
  readonly jobs: Probe & {
    readonly count?: number;
    readonly total?: number | null;
    readonly paginated?: boolean;
  };
  /** Result of `GET /jobs/{key}`, or undefined if no job was requested. */
  readonly singleJob: Probe | undefined;
}

/** Maximum length of a string from the service in the connection report. */
const maxQuotedLength = 2000;

/** Formats the **Check Connection** result as Markdown. Includes the base URL, but no API key. */
export function describeConnection(facts: ConnectionFacts): string {
  const { baseUrl, keyHeader, fields, jobs, singleJob } = facts;
  const countText = (count: number | undefined) =>
    count === undefined ? l10n.t('unknown') : formatNumber(count);
  return [
    `# ${l10n.t('Connection check')}`,
    '',
    verdict(facts),
    '',
    `## ${l10n.t('Connection')}`,
    '',
    item(l10n.t('Extension host'), facts.host),
    item(
      l10n.t('Versions'),
      `Workflow Jobs ${facts.extensionVersion}, VS Code ${facts.editorVersion}`,
    ),
    item(l10n.t('Base URL'), markdownCode(baseUrl.href, maxQuotedLength)),
    item(
      l10n.t('API key'),
      keyHeader === undefined
        ? l10n.t('none stored for this origin')
        : l10n.t('stored, sent as {0}', markdownCode(keyHeader)),
    ),
    item(l10n.t('Request timeout'), l10n.t('{0} s', formatNumber(facts.requestTimeout / 1000))),
    '',
    `## ${l10n.t('Requests')}`,
    '',
    ...[fields, jobs, singleJob].flatMap((probe) =>
      probe === undefined ? [] : describeProbe(probe),
    ),
    '',
    `## ${l10n.t('Service')}`,
    '',
    item(l10n.t('Fields'), countText(fields.count)),
    item(l10n.t('Jobs on the first page'), countText(jobs.count)),
    item(
      l10n.t('Total jobs'),
      jobs.total == null ? l10n.t('not reported') : formatNumber(jobs.total),
    ),
    item(l10n.t('Reports whether there are more pages'), yesOrNo(jobs.paginated)),
    item(l10n.t('Supports GET /jobs/{key}', { key: '{key}' }), singleJobText(singleJob)),
    '',
  ].join('\n');
}

function yesOrNo(value: boolean | undefined): string {
  if (value === undefined) return l10n.t('unknown');
  return value ? l10n.t('yes') : l10n.t('no');
}

function singleJobText(probe: Probe | undefined): string {
  if (probe === undefined) return l10n.t('not checked (no job available)');
  if (probe.error === undefined) return l10n.t('yes');
  return isRefusal(probe.error) ? l10n.t('no, the job list is used instead') : l10n.t('unknown');
}

function verdict({ fields, jobs, singleJob }: ConnectionFacts): string {
  // A failed request takes precedence over a response that could be read only partially.
  const failed = [fields, jobs].find(({ count }) => count === undefined);
  const single = singleJob?.error;
  const singleFailure = single !== undefined && isRefusal(single) ? undefined : single;
  const error = failed?.error ?? singleFailure ?? fields.error ?? jobs.error;
  if (error === undefined) return `**${l10n.t('No problems were found.')}**`;
  return `**${escapeMarkdown(error.message, maxQuotedLength)}** ${escapeMarkdown(error.advice ?? '', maxQuotedLength)}`.trim();
}

function describeProbe({ name, records, error }: Probe): string[] {
  const attempts = records.map(({ status, milliseconds, outcome }, index) => {
    const result = status === undefined ? l10n.t('no response') : `HTTP ${status}`;
    const time = l10n.t('{0} ms', formatNumber(milliseconds));
    return `  - ${l10n.t('Attempt {0}: {1}', index + 1, joinNonEmpty(', ', result, time, outcome))}`;
  });
  return [
    item(name, error === undefined ? l10n.t('OK') : escapeMarkdown(error.message, maxQuotedLength)),
    ...attempts,
    ...(error?.detail === undefined
      ? []
      : [`  - ${escapeMarkdown(error.detail, maxQuotedLength)}`]),
  ];
}

function item(name: string, value: string): string {
  return `- ${l10n.t('{0}: {1}', name, value)}`;
}
