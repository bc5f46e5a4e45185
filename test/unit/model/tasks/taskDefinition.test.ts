import { describe, expect, it } from 'vitest';
import { readTaskDefinition } from '../../../../src/model/tasks/taskDefinition.ts';

describe('readTaskDefinition', () => {
  it('sets a timeout of ten minutes by default', () => {
    expect(readTaskDefinition({ type: 'workflow-job', workflow: ' wf_a ' })).toEqual({
      workflow: 'wf_a',
      wait: true,
      timeout: 600,
    });
    expect(
      readTaskDefinition({
        type: 'workflow-job',
        workflow: 'wf_a',
        wait: false,
        timeout: 0.5,
        group: 'build',
      }),
    ).toEqual({ workflow: 'wf_a', wait: false, timeout: 0.5 });
    expect(readTaskDefinition({ workflow: 'wf_a', environment: ' Staging ' })).toMatchObject({
      environment: 'Staging',
    });
  });

  it.each([
    ['a whole number', { timeout: '45' }, { timeout: 45 }],
    ['a number with spaces and a fraction', { timeout: ' 0.5 ' }, { timeout: 0.5 }],
    ['true', { wait: 'true' }, { wait: true }],
    ['false', { wait: 'false' }, { wait: false }],
  ])('accepts %s as a string', (_what, given, expected) => {
    expect(readTaskDefinition({ workflow: 'wf_a', ...given })).toMatchObject(expected);
  });

  const workflow = '“workflow” must be a workflow key.';
  const timeout = '“timeout” must be a number of seconds greater than 0, at most 604800 (a week).';

  it.each([
    [{}, workflow],
    [{ workflow: '  ' }, workflow],
    [{ workflow: 7 }, workflow],
    [{ workflow: 'wf_a', environment: ' ' }, '“environment” must be the name of an environment.'],
    [{ workflow: 'wf_a', wait: 'no' }, '“wait” must be true or false.'],
    [{ workflow: 'wf_a', timeout: '' }, timeout],
    [{ workflow: 'wf_a', timeout: 'soon' }, timeout],
    [{ workflow: 'wf_a', timeout: '0' }, timeout],
    [{ workflow: 'wf_a', timeout: '3000000' }, timeout],
    [{ workflow: 'wf_a', timeout: 0 }, timeout],
    // `setTimeout` would end a longer timeout immediately.
    [{ workflow: 'wf_a', timeout: 3_000_000 }, timeout],
  ])('rejects the definition %j', (given, problem) => {
    expect(readTaskDefinition(given)).toEqual({ problem });
  });
});
