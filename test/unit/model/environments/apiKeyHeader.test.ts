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
    'returns the header of the first environment with this origin',
    [
      { name: 'Other', baseUrl: origin, kind: 'staging' },
      live,
      { ...live, apiKey: { header: 'X-Second' } },
    ],
    { header: 'X-API-Key', scheme: '' },
  ],
  [
    'returns only the scheme if the header is not set',
    [{ ...live, apiKey: { scheme: 'Token' } }],
    { scheme: 'Token' },
  ],
  [
    'ignores environments with other origins',
    [{ ...live, baseUrl: 'https://us.example.com' }],
    undefined,
  ],
  [
    'ignores invalid values',
    [
      { ...live, apiKey: 'sk-secret' },
      { ...live, apiKey: { header: 7 } },
      { ...live, baseUrl: 'ftp://eu.example.com' },
    ],
    undefined,
  ],
  ['ignores a setting that is not a list', { 0: live }, undefined],
])('apiKeyHeaderAt %s', (_what, environments, expected) => {
  expect(apiKeyHeaderAt(environments, origin)).toEqual(expected);
});

it.each([
  ['Authorization: Bearer …', { header: 'Authorization', scheme: 'Bearer' }],
  [' X-API-Key ', { header: 'X-API-Key', scheme: '' }],
  ['Authorization:Token', { header: 'Authorization', scheme: 'Token' }],
  ['X-API-Key: …', { header: 'X-API-Key', scheme: '' }],
  // Texts that contain an API key are rejected, so that it is not saved in the settings.
  ['X-API-Key: sk-8f3a77', undefined],
  ['Authorization: Bearer eyJhbGciOi', undefined],
  ['Content-Type', undefined],
  ['X API Key', undefined],
  ['', undefined],
])('readHeaderText parses “%s”', (text, expected) => {
  expect(readHeaderText(text)).toEqual(expected);
  if (expected !== undefined) expect(readHeaderText(headerText(expected))).toEqual(expected);
});
