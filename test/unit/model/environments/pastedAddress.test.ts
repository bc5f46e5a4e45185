import { describe, expect, it } from 'vitest';
import { readPastedAddress } from '../../../../src/model/environments/pastedAddress.ts';

const read = (text: string) => {
  const pasted = readPastedAddress(text);
  return pasted.kind === 'invalid' ? pasted.problem : [pasted.baseUrl.href, pasted.cut];
};

describe('readPastedAddress', () => {
  it.each([
    ['https://eu.example.com/api/v2', 'https://eu.example.com/api/v2', undefined],
    [
      ' https://eu.example.com/api/v2/jobs?page=1 ',
      'https://eu.example.com/api/v2',
      '/jobs?page=1',
    ],
    ['https://eu.example.com/jobs', 'https://eu.example.com', '/jobs'],
    ['https://eu.example.com/api/fields/', 'https://eu.example.com/api', '/fields/'],
    ['https://eu.example.com/jobs/v2', 'https://eu.example.com/jobs/v2', undefined],
    ['eu.example.com/api', 'https://eu.example.com/api', undefined],
    ['localhost:4000', 'http://localhost:4000', undefined],
    ['127.0.0.1:80/api', 'http://127.0.0.1/api', undefined],
    ['10.0.0.7:80/api/jobs', 'https://10.0.0.7:80/api', '/jobs'],
  ])('extracts the base URL from “%s”', (text, href, cut) => {
    expect(read(text)).toEqual([href, cut]);
  });

  it.each([
    ['', 'Enter the address of the service, such as https://eu.example.com/api/v2.'],
    ['ftp://eu.example.com', 'The base URL must start with https:// or http://.'],
    ['eu', 'The base URL must start with https:// or http://.'],
    [
      'https://eu.example.com/?a=b',
      'The base URL must not contain a query (“?…”) or a fragment (“#…”).',
    ],
    [
      'eu.example.com/api?a=b',
      'The base URL must not contain a query (“?…”) or a fragment (“#…”).',
    ],
  ])('returns an error message for the invalid address “%s”', (text, problem) => {
    expect(read(text)).toBe(problem);
  });
});
