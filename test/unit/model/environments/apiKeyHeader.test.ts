import { expect, it } from 'vitest';
import {
  apiKeyHeaderAt,
  headerText,
  readHeaderText,
} from '../../../../src/model/environments/apiKeyHeader.ts';

const origin = 'https://eu.example.com';
const live = {
  name: 'Live',
  baseUrl: `${origin}/api/v2`,
  kind: 'production',
  apiKey: { header: ' X-API-Key ', scheme: '' },
};

it.each([
  [
    'the first environment of the origin that says it',
    [{ name: 'Other', baseUrl: origin, kind: 'staging' }, live, { ...live, apiKey: { header: 'X-Second' } }],
    { header: 'X-API-Key', scheme: '' },
  ],
  [
    'one part, where an environment says one',
    [{ ...live, apiKey: { scheme: 'Token' } }],
    { scheme: 'Token' },
  ],
  ['nothing of another origin', [{ ...live, baseUrl: 'https://us.example.com' }], undefined],
  [
    'nothing of a key, and of what is no header',
    [
      { ...live, apiKey: 'sk-secret' },
      { ...live, apiKey: { header: 7 } },
      { ...live, baseUrl: 'ftp://eu.example.com' },
    ],
    undefined,
  ],
  ['nothing of what is no list', { 0: live }, undefined],
])('the header of an API key is that of %s', (_what, environments, expected) => {
  expect(apiKeyHeaderAt(environments, origin)).toEqual(expected);
});

it.each([
  ['Authorization: Bearer …', { header: 'Authorization', scheme: 'Bearer' }],
  [' X-API-Key ', { header: 'X-API-Key', scheme: '' }],
  ['Authorization:Token', { header: 'Authorization', scheme: 'Token' }],
  ['X-API-Key: …', { header: 'X-API-Key', scheme: '' }],
  // A key does not become a setting.
  ['X-API-Key: sk-8f3a77', undefined],
  ['Authorization: Bearer eyJhbGciOi', undefined],
  ['Content-Type', undefined],
  ['X API Key', undefined],
  ['', undefined],
])('“%s” is read as a header with the word before the key', (text, expected) => {
  expect(readHeaderText(text)).toEqual(expected);
  if (expected !== undefined) expect(readHeaderText(headerText(expected))).toEqual(expected);
});
