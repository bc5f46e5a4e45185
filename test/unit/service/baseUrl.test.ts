import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostOf, isUnencrypted, pathSegment, readBaseUrl } from '../../../src/service/baseUrl.ts';
import { baseUrlOf, containing } from './harness.ts';
import { codePoint, webUrl } from '../codePoint.ts';

const unsendable = ['', '.', '..', '\ud800', 'a\udfff'];

describe('readBaseUrl', () => {
  it.each([
    ['https://eu.example.com/', 'https://eu.example.com', 'eu.example.com'],
    ['https://eu.example.com/api/v2///', 'https://eu.example.com/api/v2', 'eu.example.com/api/v2'],
    ['  http://localhost:8080/api  ', 'http://localhost:8080/api', 'localhost:8080/api'],
    ['HTTPS://EU.Example.COM:443/Api', 'https://eu.example.com/Api', 'eu.example.com/Api'],
    ['http://[::1]:3000/x/../y', 'http://[::1]:3000/y', '[::1]:3000/y'],
    [
      'https://bücher.example/ä',
      'https://xn--bcher-kva.example/%C3%A4',
      'xn--bcher-kva.example/%C3%A4',
    ],
  ])('normalizes the base URL %j', (text, href, label) => {
    expect(readBaseUrl(text)).toEqual({
      kind: 'valid',
      baseUrl: { href, label, origin: new URL(href).origin },
    });
  });

  it.each([
    ['   ', 'Enter the address'],
    ['eu.example.com', 'must start with https://'],
    ['/api/v2', 'must start with https://'],
    ['javascript:alert(1)', 'must start with https://'],
    ['https:eu.example.com', 'must start with https://'],
    ['https://', 'not a valid URL'],
    ['https://eu.example.com:99999', 'not a valid URL'],
    ['https://exa mple.com', 'not a valid URL'],
    ['https://me@eu.example.com', 'user name or password'],
    ['https://:word@eu.example.com', 'user name or password'],
    ['https://eu.example.com?page=1', 'query'],
    ['https://eu.example.com/?', 'query'],
    ['https://eu.example.com/api#', 'fragment'],
  ])('explains why it rejects the base URL %j', (text, problem) => {
    expect(readBaseUrl(text)).toEqual({ kind: 'invalid', problem: containing(problem) });
  });

  it('leaves a normalized base URL unchanged', () => {
    const withSuffix = fc.tuple(webUrl, fc.constantFrom('?page=1', '?', '#top', '?a=b#c'));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: codePoint }),
          webUrl,
          withSuffix.map((parts) => parts.join('')),
        ),
        (text) => {
          const reading = readBaseUrl(text);
          if (reading.kind === 'valid') expect(readBaseUrl(reading.baseUrl.href)).toEqual(reading);
          else expect(reading.problem).not.toBe('');
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('pathSegment', () => {
  it.each(unsendable)('rejects the invalid key %j', (key) => {
    expect(() => pathSegment(key)).toThrow(
      expect.objectContaining({
        kind: 'invalidInput',
        message: containing('because its key is not valid in a URL'),
      }) as Error,
    );
  });

  it('encodes any key as a single path segment', () => {
    const hostile = fc.constantFrom(
      ...['a/b', '../..', '%2e%2e', '%2F', '?page=1', '#top', '//evil.example', '\\..\\'],
      ...['@evil.example', '…', ' ', '\n', '\0', ':', ';a=b', '...'],
    );
    const segments = fc.array(
      fc
        .oneof(fc.string({ unit: codePoint }), hostile)
        .filter((text) => !unsendable.includes(text)),
      { minLength: 1, maxLength: 3 },
    );
    const base = fc
      .tuple(webUrl, fc.constantFrom('', '/', '/api/v2', '//'))
      .map(([url, path]) => url + path);
    fc.assert(
      fc.property(base, segments, (text, keys) => {
        const baseUrl = baseUrlOf(text);
        const prefix = new URL(baseUrl.href).pathname.replace(/\/$/, '');
        const url = new URL(`${baseUrl.href}/${keys.map(pathSegment).join('/')}`);
        expect(url.origin).toBe(baseUrl.origin);
        expect(url.search + url.hash).toBe('');
        expect(url.pathname.startsWith(`${prefix}/`)).toBe(true);
        const rest = url.pathname.slice(prefix.length + 1);
        expect(rest.split('/').map(decodeURIComponent)).toEqual(keys);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hostOf', () => {
  it.each([
    ['eu.example.com', 'https://EU.example.com.:8443/api'],
    ['localhost:4000', 'http://127.0.0.1:4000/api'],
    ['localhost:80', 'http://localhost'],
    ['localhost:443', 'https://[::1]'],
  ])('returns the host %s for the URL %s', (host, text) => {
    expect(hostOf(baseUrlOf(text))).toBe(host);
  });
});

describe('isUnencrypted', () => {
  it.each([
    [true, 'http://eu.example.com'],
    [false, 'https://eu.example.com'],
    [false, 'http://127.0.0.1:4000'],
    [false, 'http://localhost.:4000'],
  ])('returns %s for the origin %s', (expected, origin) => {
    expect(isUnencrypted(origin)).toBe(expected);
  });
});
