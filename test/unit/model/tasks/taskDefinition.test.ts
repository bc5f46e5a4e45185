import { expect, it } from 'vitest';
import { readTaskDefinition } from '../../../../src/model/tasks/taskDefinition.ts';

it('a task waits ten minutes unless it says otherwise', () => {
  expect(readTaskDefinition({ type: 'workflow-job', workflow: ' wf_a ' })).toEqual({
    workflow: 'wf_a',
    wait: true,
    timeout: 600,
  });
  expect(
    readTaskDefinition({ type: 'workflow-job', workflow: 'wf_a', wait: false, timeout: 0.5, group: 'build' }),
  ).toEqual({ workflow: 'wf_a', wait: false, timeout: 0.5 });
  expect(readTaskDefinition({ workflow: 'wf_a', environment: ' Staging ' })).toMatchObject({
    environment: 'Staging',
  });
});

const workflow = '“workflow” must be the key of a workflow.';
const timeout = '“timeout” must be a number of seconds above 0 and up to a week, without quotes.';

it.each([
  [{}, workflow],
  [{ workflow: '  ' }, workflow],
  [{ workflow: 7 }, workflow],
  [{ workflow: 'wf_a', environment: ' ' }, '“environment” must be the name of an environment.'],
  [{ workflow: 'wf_a', wait: 'no' }, '“wait” must be true or false, without quotes.'],
  [{ workflow: 'wf_a', timeout: '600' }, timeout],
  [{ workflow: 'wf_a', timeout: 0 }, timeout],
  // A timer of a longer time would end at once.
  [{ workflow: 'wf_a', timeout: 3_000_000 }, timeout],
])('the task %j is not valid, and says what its member must be', (given, problem) => {
  expect(readTaskDefinition(given)).toEqual({ problem });
});
