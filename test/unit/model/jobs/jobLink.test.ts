import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobLinkPath, readJobLink } from '../../../../src/model/jobs/jobLink.ts';
import { codePoint } from '../../codePoint.ts';

const at = (path: string) => readJobLink({ path, query: '', fragment: '' });

describe('Job link', () => {
  it('encodes and decodes any valid key and environment name', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, minLength: 1 }),
        fc.option(fc.string({ unit: codePoint, minLength: 1, maxLength: 20 }), { nil: undefined }),
        (key, environment) => {
          const [path, query = ''] = jobLinkPath(key, environment)?.split('?') ?? [];
          if (path !== undefined) {
            expect(
              readJobLink({
                path: decodeURIComponent(path),
                query: decodeURIComponent(query),
                fragment: '',
              }),
            ).toEqual({ kind: 'job', key, environment });
          }
        },
      ),
    );
    for (const key of ['job/new?1#2', '100%', '%41', 'Aufträge 7', 'a..b', '.hidden']) {
      expect(at(decodeURIComponent(jobLinkPath(key) ?? ''))).toEqual({ kind: 'job', key });
    }
  });

  it.each([
    ['an empty string', ''],
    ['a blank string', ' '],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a relative path', '../fields'],
    ['a relative path with backslashes', 'a\\..\\b'],
    ['a string with a line break', 'a\nb'],
    ['a control character', '\u0000'],
    ['half of a surrogate pair', '\ud800'],
    ['a string of 10,000 letters', 'x'.repeat(10_000)],
  ])('rejects %s as a job key', (_what, key) => {
    expect(jobLinkPath(key)).toBeUndefined();
    expect(at(`/job/${key}`).kind).toBe('invalid');
  });

  it('rejects a job key with more than 1,000 characters', () => {
    const [longest, longer] = ['x'.repeat(1000), 'x'.repeat(1001)];
    expect([jobLinkPath(longest), jobLinkPath(longer)]).toEqual([`/job/${longest}`, undefined]);
    expect([at(`/job/${longest}`).kind, at(`/job/${longer}`).kind]).toEqual(['job', 'invalid']);
  });

  it.each(['', '/', '/job', '/jobs/a', '/start/wf_a', '/JOB/a', 'job/a', '//job/a', '/../job/a'])(
    'rejects the link path %j',
    (path) => {
      expect(at(path)).toMatchObject({ kind: 'invalid' });
    },
  );

  it('rejects a fragment or an unknown query parameter', () => {
    for (const query of [
      'baseUrl=https://example.com',
      'environment',
      'Environment=a',
      '&environment=a',
    ]) {
      expect(readJobLink({ path: '/job/a', query, fragment: '' }).kind).toBe('invalid');
    }
    expect(readJobLink({ path: '/job/a', query: '', fragment: 'start' }).kind).toBe('invalid');
  });
});
