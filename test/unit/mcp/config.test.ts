import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/mcp/config.ts';

const kindOf = (baseUrl: string, variables: Record<string, string> = {}) => readConfig({ WORKFLOW_JOBS_BASE_URL: baseUrl, WORKFLOW_JOBS_API_KEY: 'secret', ...variables }).kind;

it('sends no key that others could read on its way, unless that is allowed', () => {
  expect(kindOf('http://intranet.example/api')).toBe('invalid');
  expect(kindOf('http://intranet.example/api', { WORKFLOW_JOBS_ALLOW_HTTP: '1' })).toBe('valid');
  expect(kindOf('http://intranet.example/api', { WORKFLOW_JOBS_API_KEY: '' })).toBe('valid');
  expect(kindOf('http://127.0.0.1:8080/api')).toBe('valid');
  expect(kindOf('https://intranet.example/api')).toBe('valid');
});

describe('a guard that is missing or invalid', () => {
  const configOf = (variables: Record<string, string>) => {
    const reading = readConfig({ WORKFLOW_JOBS_BASE_URL: 'https://one.example', WORKFLOW_JOBS_CAN_START: '1', ...variables });
    return reading.kind === 'valid' ? reading.config : undefined;
  };

  it.each([
    [{}, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: ' ' }, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: 'Staging' }, { kind: 'production', mustConfirm: true }],
    [{ WORKFLOW_JOBS_KIND: 'staging' }, { kind: 'staging', mustConfirm: false }],
    [{ WORKFLOW_JOBS_KIND: 'staging', WORKFLOW_JOBS_CONFIRM_START: 'Never' }, { kind: 'staging', mustConfirm: true }],
    [{ WORKFLOW_JOBS_CONFIRM_START: 'never' }, { kind: 'production', mustConfirm: false }],
    [{ WORKFLOW_JOBS_READ_ONLY: 'nope' }, { canStart: false }],
    [{ WORKFLOW_JOBS_CAN_START: 'yes' }, { canStart: false }],
  ])('counts as the strictest: %j', (variables, guards) => {
    expect(configOf(variables)).toMatchObject(guards);
  });
});
