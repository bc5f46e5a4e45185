import assert from 'node:assert/strict';
import { createMilestones } from '../../../src/ui/feedback/milestones.ts';
import { memoryOf } from '../support/kept.ts';

suite('A step of the walkthrough', () => {
  test('that was done in one window stays done where another window does another', () => {
    const memory = memoryOf();
    const [here, there] = [createMilestones(memory), createMilestones(memory)];
    here('browsed');
    there('opened');
    assert.deepEqual(new Set(memory.get('milestones') as string[]), new Set(['browsed', 'opened']));
  });
});
