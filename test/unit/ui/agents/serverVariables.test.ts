import { expect, it } from 'vitest';
import { readBaseUrl } from '../../../../src/service/index.ts';
import { serverVariables } from '../../../../src/ui/agents/serverVariables.ts';

const reading = readBaseUrl('https://eu.example.com/api/v2');
if (reading.kind !== 'valid') throw new Error('not valid');
const { baseUrl } = reading;

it('the server is told its service and the guards there, and no key', () => {
  expect(serverVariables({ baseUrl, place: 'EU (eu.example.com)', apiKeyHeader: 'X-Key', apiKeyScheme: '', canStart: true, isReadOnly: false, confirmStart: 'always', kind: 'production' })).toEqual({
    ELECTRON_RUN_AS_NODE: '1',
    WORKFLOW_JOBS_BASE_URL: 'https://eu.example.com/api/v2',
    WORKFLOW_JOBS_API_KEY_HEADER: 'X-Key',
    WORKFLOW_JOBS_API_KEY_SCHEME: '',
    WORKFLOW_JOBS_CAN_START: '1',
    WORKFLOW_JOBS_READ_ONLY: '0',
    WORKFLOW_JOBS_CONFIRM_START: 'always',
    WORKFLOW_JOBS_KIND: 'production',
    WORKFLOW_JOBS_PLACE: 'EU (eu.example.com)',
  });
});

it('the server may start nothing where assistants may not, or the environment is read-only', () => {
  const guarded = serverVariables({ baseUrl, place: 'x', apiKeyHeader: 'x', apiKeyScheme: 'x', canStart: false, isReadOnly: true, confirmStart: 'never', kind: undefined });
  expect(guarded).toMatchObject({ WORKFLOW_JOBS_CAN_START: '0', WORKFLOW_JOBS_READ_ONLY: '1', WORKFLOW_JOBS_KIND: '' });
});
