import * as l10n from '@vscode/l10n';

type JobLinkReading =
  | { readonly kind: 'job'; readonly key: string; readonly environment: string | undefined }
  | { readonly kind: 'invalid'; readonly problem: string };

const prefix = '/job/';
const parameter = 'environment=';
const longestKey = 1000;

/**
 * The path of a link to a job: `/job/<encoded key>`, with the name of its environment as
 * `?environment=<encoded name>`; undefined for a key that is not allowed in links.
 */
export function jobLinkPath(key: string, environment?: string): string | undefined {
  const query = environment === undefined ? '' : `?${parameter}${encodeURIComponent(environment)}`;
  return canBeLinked(key) ? prefix + encodeURIComponent(key) + query : undefined;
}

/** Reads a link from an untrusted source, a URI with decoded parts; `problem` is for people. */
export function readJobLink({
  path,
  query,
  fragment,
}: Readonly<Record<'path' | 'query' | 'fragment', string>>): JobLinkReading {
  const environment = query.startsWith(parameter) ? query.slice(parameter.length) : undefined;
  if (!path.startsWith(prefix) || (query !== '' && environment === undefined) || fragment !== '') {
    return {
      kind: 'invalid',
      problem: l10n.t('This is not a link to a job. Workflow Jobs opens only links from “Copy Link”.'),
    };
  }
  const key = path.slice(prefix.length);
  return canBeLinked(key)
    ? { kind: 'job', key, environment }
    : { kind: 'invalid', problem: l10n.t('The link contains no valid job key.') };
}

/** Excludes keys that a program may normalise to another path, and control characters. */
function canBeLinked(key: string): boolean {
  const isDotted = /(?:^|[\\/])\.\.?(?:$|[\\/])/.test(key);
  return (
    key.trim() !== '' && key.length <= longestKey && key.isWellFormed() && !isDotted && !/\p{Cc}/u.test(key)
  );
}
