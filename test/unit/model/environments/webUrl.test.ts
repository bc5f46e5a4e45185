import { describe, expect, it } from 'vitest';
import { readEnvironments } from '../../../../src/model/environments/environment.ts';
import { isWebUrl, webAddress } from '../../../../src/model/environments/webUrl.ts';
import { cpuTime } from '../../cpuTime.ts';

describe('webAddress', () => {
  it.each([
    ['https://app.example.com/jobs/{key}', 'a/b 1', 'https://app.example.com/jobs/a%2Fb%201'],
    [
      'http://app.example.com/?job={key}&again={key}',
      'n1&x',
      'http://app.example.com/?job=n1%26x&again=n1%26x',
    ],
  ])('inserts the encoded key into the URL template %s', (webUrl, key, address) => {
    expect(isWebUrl(webUrl)).toBe(true);
    expect(webAddress(webUrl, key)).toBe(address);
  });

  it.each(['..', '', '\ud800'])('returns undefined for the invalid key %j', (key) => {
    const webUrl = 'https://app.example.com/jobs/{key}';
    expect(isWebUrl(webUrl)).toBe(true);
    expect(webAddress(webUrl, key)).toBeUndefined();
  });
});

describe('isWebUrl', () => {
  it('validates a URL with 20,000 slashes within 200 ms', () => {
    expect(cpuTime(() => isWebUrl(`https://${'/'.repeat(20_000)}`))).toBeLessThan(200);
  });

  it.each([
    'javascript:{key}',
    'https://{key}.example.com/',
    'https://app.example.com/jobs',
    'https://me:secret@app.example.com/{key}',
    'ftp://app.example.com/{key}',
    7,
  ])('rejects the “webUrl” setting %j', (webUrl) => {
    const { list, problems } = readEnvironments([
      { name: 'EU', baseUrl: 'https://eu.example.com', kind: 'staging', webUrl },
    ]);
    expect(list[0]?.webUrl).toBeUndefined();
    expect(problems).toEqual([
      '“EU”: “webUrl” is ignored: it must begin with https:// or http:// and contain {key} after the host.',
    ]);
  });
});
