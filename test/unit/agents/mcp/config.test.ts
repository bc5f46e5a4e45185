import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/agents/mcp/config.ts';

const variablesOf = (baseUrl: string, others: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ BASE_URL: baseUrl, API_KEY: 'secret', ...others }).map(([name, value]) => [
      `WORKFLOW_JOBS_${name}`,
      value,
    ]),
  );

describe('readConfig', () => {
  it.each([
    ['', {}, 'WORKFLOW_JOBS_BASE_URL: Enter the address of the service'],
    [
      'ftp://files.example',
      {},
      'WORKFLOW_JOBS_BASE_URL: The base URL must start with https:// or http://.',
    ],
    [
      'https://one.example',
      { API_KEY: '\u043a\u043b\u044e\u0447' },
      'WORKFLOW_JOBS_API_KEY: the key or its scheme contains characters that are not allowed in a header.',
    ],
    [
      'https://one.example',
      { API_KEY_HEADER: 'X Key' },
      'WORKFLOW_JOBS_API_KEY_HEADER: this is not a valid header name for the key.',
    ],
    [
      'https://one.example',
      { API_KEY_SCHEME: 'Bea\nrer' },
      'WORKFLOW_JOBS_API_KEY: the key or its scheme ',
    ],
    [
      'http://intranet.example/api',
      {},
      'WORKFLOW_JOBS_API_KEY: the key would be sent unencrypted. Use an https address, or allow it with WORKFLOW_JOBS_ALLOW_HTTP=1.',
    ],
    [
      'https://one.example',
      { API_KEY: '${input:workflow-jobs-api-key}' },
      'WORKFLOW_JOBS_API_KEY: replace this placeholder with the API key.',
    ],
  ])('throws an error for the base URL %j with the variables %j', (baseUrl, variables, problem) => {
    expect(() => readConfig(variablesOf(baseUrl, variables))).toThrow(problem);
  });

  it.each([
    ['http://intranet.example/api', { ALLOW_HTTP: '1' }],
    ['http://intranet.example/api', { API_KEY: '' }],
    ['http://127.0.0.1:8080/api', {}],
  ])('accepts the http URL %j with the variables %j', (baseUrl, variables) => {
    expect(readConfig(variablesOf(baseUrl, variables))).toMatchObject({ kind: 'production' });
  });

  const configOf = (variables: Record<string, string>) =>
    readConfig({
      WORKFLOW_JOBS_BASE_URL: 'https://one.example',
      WORKFLOW_JOBS_CAN_START: '1',
      ...variables,
    });

  it.each([
    [{}, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: ' ' }, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: 'Staging' }, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: 'staging' }, { kind: 'staging', mustConfirm: false }],
    [
      { WORKFLOW_JOBS_KIND: 'staging', WORKFLOW_JOBS_CONFIRM_START: 'Never' },
      { kind: 'staging', mustConfirm: true },
    ],
    [{ WORKFLOW_JOBS_CONFIRM_START: 'never' }, { kind: 'production', mustConfirm: false }],
    [{ WORKFLOW_JOBS_READ_ONLY: 'nope' }, { canStart: false }],
    [{ WORKFLOW_JOBS_CAN_START: 'yes' }, { canStart: false }],
  ])(
    'uses the strictest restriction for each missing or invalid variable in %j',
    (variables, guards) => {
      expect(configOf(variables)).toMatchObject(guards);
    },
  );
});
