import assert from 'node:assert/strict';
import { createWalkthrough } from '../../../src/ui/feedback/walkthrough.ts';
import { createKeyValueStore } from '../support/kept.ts';

suite('A step of the walkthrough', () => {
  test('that was done in one window stays done where another window does another', () => {
    const store = createKeyValueStore();
    const [here, there] = [createWalkthrough(store), createWalkthrough(store)];
    here('browsed');
    there('opened');
    assert.deepEqual(new Set(store.get('milestones') as string[]), new Set(['browsed', 'opened']));
  });
});
