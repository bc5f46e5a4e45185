import { describe, expect, it } from 'vitest';
import type { ChangeFailure } from '../../../../src/model/starting/change.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { changeFailureText } from '../../../../src/ui/starting/changeTexts.ts';

const advice = 'Check the job list before you start another job.';

describe('changeFailureText', () => {
  it.each<[ChangeFailure['kind'], string]>([
    ['unknown', `The job for workflow “wf_a” may or may not have started. It failed. ${advice}`],
    ['accepted', `It failed. ${advice}`],
    ['rejected', 'It failed. Do this.'],
    ['refused', 'It failed. Do this.'],
  ])('describes a failed start with the outcome “%s”', (kind, text) => {
    const error = new ServiceError('timeout', 'It failed.', { advice: 'Do this.' });
    expect(changeFailureText({ kind: 'startJob', key: 'wf_a' }, { kind, error })).toBe(text);
  });
});
