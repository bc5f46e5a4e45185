import { describe, expect, it } from 'vitest';
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

describe('apiKeyHeaderAt', () => {
  it('returns the first API key header that is configured for the origin', () => {
    const environments = [
      { name: 'Other', baseUrl: origin, kind: 'staging' },
      live,
      { ...live, apiKey: { header: 'X-Second' } },
    ];
    expect(apiKeyHeaderAt(environments, origin)).toEqual({ header: 'X-API-Key', scheme: '' });
  });

  it('returns only the scheme if the header is not set', () => {
    const environments = [{ ...live, apiKey: { scheme: 'Token' } }];
    expect(apiKeyHeaderAt(environments, origin)).toEqual({ scheme: 'Token' });
  });

  it.each([
    ['an environment with another origin', [{ ...live, baseUrl: 'https://us.example.com' }]],
    [
      'environments with invalid values',
      [
        { ...live, apiKey: 'sk-secret' },
        { ...live, apiKey: { header: 7 } },
        { ...live, baseUrl: 'ftp://eu.example.com' },
      ],
    ],
    ['a setting that is not a list', { 0: live }],
  ])('returns undefined for %s', (_what, environments) => {
    expect(apiKeyHeaderAt(environments, origin)).toBeUndefined();
  });
});

describe('readHeaderText', () => {
  it.each([
    ['Authorization: Bearer …', { header: 'Authorization', scheme: 'Bearer' }],
    [' X-API-Key ', { header: 'X-API-Key', scheme: '' }],
    ['Authorization:Token', { header: 'Authorization', scheme: 'Token' }],
    ['X-API-Key: …', { header: 'X-API-Key', scheme: '' }],
  ])('parses the header text “%s”', (text, expected) => {
    expect(readHeaderText(text)).toEqual(expected);
    expect(readHeaderText(headerText(expected))).toEqual(expected);
  });

  // Texts that contain an API key are rejected, so that it is not saved in the settings.
  it.each(['X-API-Key: sk-8f3a77', 'Authorization: Bearer eyJhbGciOi', 'X API Key', ''])(
    'rejects the header text “%s”',
    (text) => {
      expect(readHeaderText(text)).toBeUndefined();
    },
  );
});
