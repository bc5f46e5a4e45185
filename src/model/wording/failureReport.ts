import type { ServiceError } from '../../service/index.ts';

export interface Surroundings {
  readonly extensionVersion: string;
  readonly editorVersion: string;
  /** Where the extension host runs: `local`, `remote (ssh)`, `web`. */
  readonly host: string;
}

/**
 * A failure as a text for a bug report. In English whatever the display language, because others read it; without the
 * address of the service, keys in paths, or anything the service said.
 */
export function failureReport(error: ServiceError, { extensionVersion, editorVersion, host }: Surroundings): string {
  return [
    `Workflow Jobs ${extensionVersion}, VS Code ${editorVersion}, extension host: ${host}`,
    `Kind: ${error.kind}`,
    `Request: ${error.request === undefined ? 'none' : withoutKeys(error.request)}`,
    `HTTP status: ${error.status ?? 'none'}`,
    ...(error.detail === undefined ? [] : [`Detail: ${error.detail}`]),
  ].join('\n');
}

function withoutKeys(request: string): string {
  return request.replace(/(\/jobs\/)[^/?]+/, '$1<key>');
}
