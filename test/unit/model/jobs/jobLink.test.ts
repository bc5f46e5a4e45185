import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jobLinkPath, readJobLink } from '../../../../src/model/jobs/jobLink.ts';
import { codePoint } from '../../codePoint.ts';

const at = (path: string) => readJobLink({ path, query: '', fragment: '' });

describe('a link to a job', () => {
  it('contains any valid key', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: codePoint, minLength: 1 }),
        fc.option(fc.string({ unit: codePoint, minLength: 1, maxLength: 20 }), { nil: undefined }),
        (key, environment) => {
          const [path, query = ''] = jobLinkPath(key, environment)?.split('?') ?? [];
          if (path !== undefined) {
            expect(
              readJobLink({ path: decodeURIComponent(path), query: decodeURIComponent(query), fragment: '' }),
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
    ['', 'empty'],
    [' ', 'blank'],
    ['.', 'a dot'],
    ['..', 'two dots'],
    ['../fields', 'a way up'],
    ['a\\..\\b', 'a way up with backslashes'],
    ['a\nb', 'a line break'],
    ['\u0000', 'a control character'],
    ['\ud800', 'half a character'],
    ['x'.repeat(10_000), 'ten thousand letters'],
  ])('is rejected for the key %j (%s), when it is created and when it is parsed', (key) => {
    expect(jobLinkPath(key)).toBeUndefined();
    expect(at(`/job/${key}`).kind).toBe('invalid');
  });

  it('contains a key of at most 1,000 characters', () => {
    const [longest, longer] = ['x'.repeat(1000), 'x'.repeat(1001)];
    expect([jobLinkPath(longest), jobLinkPath(longer)]).toEqual([`/job/${longest}`, undefined]);
    expect([at(`/job/${longest}`).kind, at(`/job/${longer}`).kind]).toEqual(['job', 'invalid']);
  });

  it.each(['', '/', '/job', '/jobs/a', '/start/wf_a', '/JOB/a', 'job/a', '//job/a', '/../job/a'])(
    'is not at %j',
    (path) => {
      expect(at(path)).toMatchObject({ kind: 'invalid' });
    },
  );

  it('is rejected with a fragment, and with any query other than an environment', () => {
    for (const query of ['baseUrl=https://example.com', 'environment', 'Environment=a', '&environment=a']) {
      expect(readJobLink({ path: '/job/a', query, fragment: '' }).kind).toBe('invalid');
    }
    expect(readJobLink({ path: '/job/a', query: '', fragment: 'start' }).kind).toBe('invalid');
  });
});
