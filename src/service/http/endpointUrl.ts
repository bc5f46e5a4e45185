import * as l10n from '@vscode/l10n';
import type { BaseUrl } from '../baseUrl.ts';
import { ServiceError } from '../serviceError.ts';

/**
 * The URL of an endpoint below the base URL; every segment is encoded as exactly one path segment.
 * @throws {ServiceError} `invalidInput` for a segment that no URL can carry: empty, `.`, `..` or not Unicode.
 */
export function endpointUrl(baseUrl: BaseUrl, segments: readonly string[], query: Record<string, string> = {}): string {
  const path = segments.map((segment) => {
    if (segment === '' || segment === '.' || segment === '..' || !segment.isWellFormed()) {
      throw new ServiceError('invalidInput', l10n.t('The service cannot be asked for the key “{0}”: no URL can carry it.', segment.toWellFormed()));
    }
    return `/${encodeURIComponent(segment)}`;
  });
  const search = new URLSearchParams(query).toString();
  return baseUrl.href + path.join('') + (search === '' ? '' : `?${search}`);
}
