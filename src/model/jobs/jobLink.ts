import * as l10n from '@vscode/l10n';

type JobLinkReading =
  | { readonly kind: 'job'; readonly key: string; readonly environment: string | undefined }
  | { readonly kind: 'invalid'; readonly problem: string };

const linkPath = '/job/';
const parameter = 'environment=';
const maxKeyLength = 1000;

/**
 * Returns the path of a job link: `/job/<encoded key>`, followed by `?environment=<encoded name>`
 * if an environment is given. Returns undefined if the key is not allowed in a link.
 */
export function jobLinkPath(key: string, environment?: string): string | undefined {
  const query = environment === undefined ? '' : `?${parameter}${encodeURIComponent(environment)}`;
  return canBeLinked(key) ? linkPath + encodeURIComponent(key) + query : undefined;
}

/**
 * Parses a job link from an untrusted source. Expects URI components that VS Code has already
 * decoded.
 */
export function readJobLink({
  path,
  query,
  fragment,
}: Readonly<Record<'path' | 'query' | 'fragment', string>>): JobLinkReading {
  const environment = query.startsWith(parameter) ? query.slice(parameter.length) : undefined;
  if (
    !path.startsWith(linkPath) ||
    (query !== '' && environment === undefined) ||
    fragment !== ''
  ) {
    return {
      kind: 'invalid',
      problem: l10n.t(
        'This is not a link to a job. Workflow Jobs opens only links from “Copy Link”.',
      ),
    };
  }
  const key = path.slice(linkPath.length);
  return canBeLinked(key)
    ? { kind: 'job', key, environment }
    : { kind: 'invalid', problem: l10n.t('The link does not contain a valid job key.') };
}

/**
 * Returns true if a key is allowed in a link. Rejects keys that are blank, too long, or malformed,
 * and keys with control characters or relative paths.
 */
function canBeLinked(key: string): boolean {
  const isDotted = /(?:^|[\\/])\.\.?(?:$|[\\/])/.test(key);
  return (
    key.trim() !== '' &&
    key.length <= maxKeyLength &&
    key.isWellFormed() &&
    !isDotted &&
    !/\p{Cc}/u.test(key)
  );
}
