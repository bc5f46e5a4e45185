/** Returns true for an HTTP or HTTPS URL that contains `{key}` in the path or query. */
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
 * Returns the web page URL of a job, or undefined if the job key (such as `..`) is not a valid path
 * segment.
 */
export function webAddress(webUrl: string, key: string): string | undefined {
  return ['', '.', '..'].includes(key) || !key.isWellFormed()
    ? undefined
    : webUrl.replaceAll('{key}', () => encodeURIComponent(key));
}
