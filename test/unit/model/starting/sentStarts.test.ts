import { describe, expect, it } from 'vitest';
import { SentStarts } from '../../../../src/model/starting/sentStarts.ts';
import { createKeyValueStore } from '../builders.ts';

const start = { baseUrl: 'https://eu.example.com', workflowKey: 'wf_a', sentAt: 1000 };
const other = { ...start, workflowKey: 'wf_b' };

/** Returns the interrupted starts that the next window reports. */
function nextWindow(store: ReturnType<typeof createKeyValueStore>) {
  return new SentStarts(store).interrupted;
}

const stored = (store: ReturnType<typeof createKeyValueStore>) => store.get('sentStarts');

/**
 * Begins to send a start. The test sends the response with `respond`, or breaks the connection with
 * `fail`.
 */
function sending(starts: SentStarts, sent = start) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outcome = starts.during(sent, () => promise);
  return { outcome, respond: () => resolve('job'), fail: () => reject(new Error('No response.')) };
}

describe('SentStarts', () => {
  it('stores a start before sending the request', async () => {
    const store = createKeyValueStore();
    expect(await new SentStarts(store).during(start, () => Promise.resolve(stored(store)))).toEqual(
      [start],
    );
  });

  it('delays the request until the start is stored', async () => {
    const steps: string[] = [];
    const store = createKeyValueStore();
    const slow = {
      get: store.get,
      set: async (name: string, value: unknown) => {
        await Promise.resolve();
        store.set(name, value);
        steps.push('stored');
      },
    };
    await new SentStarts(slow).during(start, () => Promise.resolve(steps.push('sent')));
    expect(steps.slice(0, 2)).toEqual(['stored', 'sent']);
  });

  it('removes a start when its request finishes', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const [succeeded, failed] = [sending(starts), sending(starts, { ...other })];
    expect(stored(store)).toEqual([start, other]);
    succeeded.respond();
    expect(await succeeded.outcome).toBe('job');
    expect(stored(store)).toEqual([other]);
    failed.fail();
    await expect(failed.outcome).rejects.toThrow('No response.');
    expect(stored(store)).toEqual([]);
  });

  it('keeps the second of two identical starts when the first finishes', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const [first] = [sending(starts), sending(starts, { ...start })];
    first.respond();
    await first.outcome;
    expect(stored(store)).toEqual([start]);
  });

  it('keeps pending starts when the window closes', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const sent = sending(starts);
    starts.dispose();
    sent.fail();
    await expect(sent.outcome).rejects.toThrow();
    expect(nextWindow(store)).toEqual([start]);
  });

  it('reports an interrupted start only once', () => {
    const store = createKeyValueStore({ sentStarts: [start, { ...other, sentAt: 'yesterday' }] });
    expect(nextWindow(store)).toEqual([start]);
    expect(nextWindow(store)).toEqual([]);
  });
});
