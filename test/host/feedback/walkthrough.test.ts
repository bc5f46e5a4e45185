import assert from 'node:assert/strict';
import { createWalkthrough } from '../../../src/ui/feedback/walkthrough.ts';
import { createKeyValueStore } from '../support/testConnection.ts';

suite('Walkthrough', () => {
  test('keeps a completed step when another window completes a different step', () => {
    const store = createKeyValueStore();
    const [first, second] = [createWalkthrough(store), createWalkthrough(store)];
    first('browsed');
    second('opened');
    assert.deepEqual(new Set(store.get('milestones') as string[]), new Set(['browsed', 'opened']));
  });
});
