import { expect, it } from 'vitest';
import { readConfig } from '../../../../src/mcp/config.ts';
import { readBaseUrl } from '../../../../src/service/index.ts';
import { serverVariables } from '../../../../src/ui/agents/serverVariables.ts';

const reading = readBaseUrl('https://eu.example.com/api/v2');
if (reading.kind !== 'valid') throw new Error('not valid');
const { baseUrl } = reading;

it('the server is told its service and the guards there, and no key', () => {
  expect(serverVariables({ baseUrl, place: 'EU', apiKeyHeader: 'X-Key', apiKeyScheme: '', canStart: true, isReadOnly: false, confirmStart: 'always', kind: 'production' })).toEqual({
    ELECTRON_RUN_AS_NODE: '1',
    WORKFLOW_JOBS_BASE_URL: 'https://eu.example.com/api/v2',
    WORKFLOW_JOBS_API_KEY: '',
    WORKFLOW_JOBS_ALLOW_HTTP: '1',
    WORKFLOW_JOBS_API_KEY_HEADER: 'X-Key',
    WORKFLOW_JOBS_API_KEY_SCHEME: '',
    WORKFLOW_JOBS_CAN_START: '1',
    WORKFLOW_JOBS_READ_ONLY: '0',
    WORKFLOW_JOBS_CONFIRM_START: 'always',
    WORKFLOW_JOBS_KIND: 'production',
    WORKFLOW_JOBS_PLACE: 'EU',
  });
});

it('the server may start nothing where assistants may not, or the environment is read-only', () => {
  const guarded = serverVariables({ baseUrl, place: 'x', apiKeyHeader: 'x', apiKeyScheme: 'x', canStart: false, isReadOnly: true, confirmStart: 'never', kind: undefined });
  expect(guarded).toMatchObject({ WORKFLOW_JOBS_CAN_START: '0', WORKFLOW_JOBS_READ_ONLY: '1', WORKFLOW_JOBS_KIND: '' });
});

it.each([
  { canStart: true, isReadOnly: false, confirmStart: 'production', kind: 'production', then: { canStart: true, mustConfirm: true } },
  { canStart: true, isReadOnly: false, confirmStart: 'production', kind: 'staging', then: { canStart: true, mustConfirm: false } },
  { canStart: true, isReadOnly: false, confirmStart: 'always', kind: undefined, then: { canStart: true, mustConfirm: true } },
  { canStart: true, isReadOnly: false, confirmStart: 'never', kind: 'production', then: { canStart: true, mustConfirm: false } },
  { canStart: true, isReadOnly: true, confirmStart: 'never', kind: 'production', then: { canStart: false } },
  { canStart: false, isReadOnly: false, confirmStart: 'never', kind: undefined, then: { canStart: false } },
] as const)('the server reads from them the guards that the extension has: %j', ({ then, ...guards }) => {
  const variables = serverVariables({ baseUrl, place: 'EU', apiKeyHeader: 'X-Key', apiKeyScheme: 'Token', ...guards });
  const config = { ...then, kind: guards.kind, place: 'EU', baseUrl: { href: baseUrl.href } };
  expect(readConfig(variables)).toMatchObject({ kind: 'valid', config: { ...config, credential: undefined } });
  expect(readConfig({ ...variables, WORKFLOW_JOBS_API_KEY: 'secret' })).toMatchObject({ config: { credential: { name: 'X-Key', value: 'Token secret' } } });
});
