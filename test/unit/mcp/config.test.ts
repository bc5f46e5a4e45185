import { expect, it } from 'vitest';
import { readConfig } from '../../../src/mcp/config.ts';

const kindOf = (baseUrl: string, variables: Record<string, string> = {}) => readConfig({ WORKFLOW_JOBS_BASE_URL: baseUrl, WORKFLOW_JOBS_API_KEY: 'secret', ...variables }).kind;

it('sends no key that others could read on its way, unless that is allowed', () => {
  expect(kindOf('http://intranet.example/api')).toBe('invalid');
  expect(kindOf('http://intranet.example/api', { WORKFLOW_JOBS_ALLOW_HTTP: '1' })).toBe('valid');
  expect(kindOf('http://intranet.example/api', { WORKFLOW_JOBS_API_KEY: '' })).toBe('valid');
  expect(kindOf('http://127.0.0.1:8080/api')).toBe('valid');
  expect(kindOf('https://intranet.example/api')).toBe('valid');
});
