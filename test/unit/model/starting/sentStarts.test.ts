import { describe, expect, it } from 'vitest';
import { SentStarts } from '../../../../src/model/starting/sentStarts.ts';
import { createKeyValueStore } from '../builders.ts';

const start = { baseUrl: 'https://eu.example.com', workflowKey: 'wf_a', sentAt: 1000 };
const other = { ...start, workflowKey: 'wf_b' };

/** What the next window finds in the store. */
function nextWindow(store: ReturnType<typeof createKeyValueStore>) {
  return new SentStarts(store).interrupted;
}

/** A start that a window is sending; `end` gives it an outcome. */
function sending(starts: SentStarts, sent = start) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outcome = starts.during(sent, () => promise);
  return { outcome, answer: () => resolve('job'), fail: () => reject(new Error('No answer.')) };
}

describe('SentStarts', () => {
  it('stores a start before it is sent', async () => {
    const store = createKeyValueStore();
    const stored = await new SentStarts(store).during(start, () => Promise.resolve(nextWindow(store)));
    expect(stored).toEqual([start]);
  });

  it('waits for the store before it sends', async () => {
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

  it('removes a start when it is answered, and when it fails', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const [answered, failed] = [sending(starts), sending(starts, other)];
    expect(nextWindow(store)).toEqual([start, other]);
    answered.answer();
    expect(await answered.outcome).toBe('job');
    expect(nextWindow(store)).toEqual([other]);
    failed.fail();
    await expect(failed.outcome).rejects.toThrow('No answer.');
    expect(nextWindow(store)).toEqual([]);
  });

  it('keeps the other of two equal starts', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const [first] = [sending(starts), sending(starts)];
    first.answer();
    await first.outcome;
    expect(nextWindow(store)).toEqual([start]);
  });

  it('keeps the starts of a window that closes, although closing cancels them', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const sent = sending(starts);
    starts.dispose();
    sent.fail();
    await expect(sent.outcome).rejects.toThrow();
    expect(nextWindow(store)).toEqual([start]);
  });

  it('stores no start a second time while the window closes and looks for its job', async () => {
    const store = createKeyValueStore();
    const starts = new SentStarts(store);
    const { outcome, fail } = sending(starts);
    starts.dispose();
    fail();
    await outcome.catch(() => starts.during(start, () => Promise.resolve()));
    expect(nextWindow(store)).toEqual([start]);
  });

  it('reports a start of an earlier window until it is forgotten', () => {
    const store = createKeyValueStore({ sentStarts: [start, { ...other, sentAt: 'yesterday' }] });
    const starts = new SentStarts(store);
    expect(starts.interrupted).toEqual([start]);
    starts.forget(start);
    expect(nextWindow(store)).toEqual([]);
  });
});
