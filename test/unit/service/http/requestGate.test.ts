import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createRequestGate } from '../../../../src/service/http/requestGate.ts';
import { patient } from '../harness.ts';

beforeEach(() => void vi.useFakeTimers());

/** A gate, and the names of those it has let through, in order. */
function gateWithEntrants() {
  const gate = createRequestGate();
  const entered: string[] = [];
  const enter = (name: string, signal = patient()) => {
    const place = gate.enter(signal);
    void place.then(
      () => entered.push(name),
      () => undefined,
    );
    return place;
  };
  return { gate, entered, enter };
}

describe('requests that wait for a place', () => {
  it('get one in the order in which they came, each as one becomes free', async () => {
    const { entered, enter } = gateWithEntrants();
    const [leave] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)));
    const [fifth, sixth] = [enter('e'), enter('f')];
    await vi.advanceTimersByTimeAsync(0);
    expect(entered.join('')).toBe('abcd');
    leave?.();
    const leaveFifth = await fifth;
    expect(entered.join('')).toBe('abcde');
    leaveFifth();
    await sixth;
    expect(entered.join('')).toBe('abcdef');
  });

  it('keep their turn where one between them is cancelled, which leaves nothing behind', async () => {
    const { entered, enter } = gateWithEntrants();
    const held = await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)));
    const leaving = new AbortController();
    const waiting = [enter('e'), enter('cancelled', leaving.signal), enter('f'), enter('g')];
    leaving.abort(new Error('left'));
    await expect(waiting[1]).rejects.toThrow('left');
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    for (const leave of held) leave();
    await Promise.all([waiting[0], waiting[2], waiting[3]]);
    expect(entered.join('')).toBe('abcdefg');
  });

  it('are none where they were cancelled beforehand', async () => {
    const { enter } = gateWithEntrants();
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)));
    await expect(enter('e', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });

  it('leave no listener at their signal once they are through', async () => {
    const { enter } = gateWithEntrants();
    const [leave] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)));
    const life = new AbortController();
    const fifth = enter('e', life.signal);
    leave?.();
    await fifth;
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });
});

describe('a pause', () => {
  it('holds back whatever is not through yet for the longest of several pauses, and leaves no listener behind', async () => {
    const { gate, entered, enter } = gateWithEntrants();
    gate.pause(1000);
    gate.pause(400);
    const life = new AbortController();
    const place = enter('a', life.signal);
    await vi.advanceTimersByTimeAsync(999);
    expect(entered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await place;
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });

  it('that is prolonged while requests wait for its end holds them back until then', async () => {
    const { gate, entered, enter } = gateWithEntrants();
    gate.pause(1000);
    const place = enter('a');
    await vi.advanceTimersByTimeAsync(500);
    gate.pause(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(entered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await place;
  });

  it('gives the places back of those that are cancelled while it lasts', async () => {
    const { gate, enter } = gateWithEntrants();
    gate.pause(1000);
    const leaving = new AbortController();
    const cancelled = Array.from({ length: 4 }, () => enter('cancelled', leaving.signal));
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort(new Error('left'));
    for (const each of cancelled) await expect(each).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((name) => enter(name)))).toHaveLength(4);
  });
});
