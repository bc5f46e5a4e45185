/**
 * Returns true if the value is an HTTP or HTTPS URL with the placeholder `{key}` in its path or
 * query.
 */
export function isWebUrl(value: unknown): value is string {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || value.includes('@'))
    return false;
  const address = value.slice(value.indexOf('//') + 2);
  const path = address.indexOf('/');
  const brace = address.indexOf('{');
  const hasKeyInPath = path > 0 && path < brace && address.includes('{key}');
  return hasKeyInPath && URL.canParse(value.replaceAll('{key}', 'key'));
}

/**
 * Returns the URL of a job's web page. Returns undefined for a key that cannot be a path segment,
 * such as `..`.
 */
export function webAddress(webUrl: string, key: string): string | undefined {
  return ['', '.', '..'].includes(key) || !key.isWellFormed()
    ? undefined
    : webUrl.replaceAll('{key}', () => encodeURIComponent(key));
}
