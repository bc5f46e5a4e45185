import { expect, it } from 'vitest';
import { PreparedCalls } from '../../../../src/agents/vscode/preparedCalls.ts';

const [one, other] = ['https://one.example/api', 'https://other.example/api'];

it('a prepared start is taken once', () => {
  const starts = new PreparedCalls();
  starts.add(one, 'wf_a');
  starts.add(one, 'wf_b');
  expect([starts.take(one, 'wf_a'), starts.take(one, 'wf_a'), starts.take(one, 'wf_b')]).toEqual([
    'prepared',
    'unknown',
    'prepared',
  ]);
});

it('several starts of a workflow that are prepared at once are taken one after the other', () => {
  const starts = new PreparedCalls();
  starts.add(one, 'wf_a');
  starts.add(one, 'wf_a');
  expect([starts.take(one, 'wf_a'), starts.take(one, 'wf_a'), starts.take(one, 'wf_a')]).toEqual([
    'prepared',
    'prepared',
    'unknown',
  ]);
});

it('a start that was prepared for another service is not one for this; where one for this was prepared since, the person is asked again', () => {
  const starts = new PreparedCalls();
  starts.add(one, 'wf_a');
  expect(starts.take(other, 'wf_a')).toBe('elsewhere');
  // The person declines the first, of which no tool hears.
  starts.add(one, 'wf_a');
  starts.add(other, 'wf_a');
  expect(starts.take(other, 'wf_a')).toBe('unknown');
  // The next question names the service anew.
  starts.add(other, 'wf_a');
  expect(starts.take(other, 'wf_a')).toBe('prepared');
});

it('starts that never came are forgotten in the end', () => {
  const starts = new PreparedCalls();
  starts.add(one, 'wf_a');
  for (let count = 0; count < 100; count++) starts.add(one, 'wf_b');
  expect(starts.take(one, 'wf_a')).toBe('unknown');
});
