import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestGate } from '../../../../src/service/http/requestGate.ts';
import { patient } from '../harness.ts';

beforeEach(() => void vi.useFakeTimers());

const four = ['a', 'b', 'c', 'd'];

/** Creates a gate that records the names of the admitted requests. */
function createGate() {
  const gate = new RequestGate();
  const entered: string[] = [];
  const enter = (name: string, signal = patient()) => {
    const slot = gate.enter('read', signal);
    void slot.then(
      () => entered.push(name),
      () => undefined,
    );
    return slot;
  };
  return { gate, entered, enter, fill: () => Promise.all(four.map((name) => enter(name))) };
}

describe('RequestGate', () => {
  it('starts one waiting request for each completed request', async () => {
    const { entered, enter, fill } = createGate();
    const [leave] = await fill();
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

  it('keeps the order of waiting requests if one of them is canceled', async () => {
    const { entered, enter, fill } = createGate();
    const slots = await fill();
    const abort = new AbortController();
    const waiting = [enter('e'), enter('cancelled', abort.signal), enter('f'), enter('g')];
    abort.abort(new Error('left'));
    await expect(waiting[1]).rejects.toThrow('left');
    expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
    for (const leave of slots) leave();
    await Promise.all([waiting[0], waiting[2], waiting[3]]);
    expect(entered.join('')).toBe('abcdefg');
  });

  it('rejects a request that is already canceled', async () => {
    const { enter, fill } = createGate();
    await fill();
    await expect(enter('e', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });

  it('removes its abort listener when a request starts', async () => {
    const { enter, fill } = createGate();
    const [leave] = await fill();
    const life = new AbortController();
    const fifth = enter('e', life.signal);
    leave?.();
    await fifth;
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });
});

describe('RequestGate.pause', () => {
  it('delays requests until the end of the longest pause', async () => {
    const { gate, entered, enter } = createGate();
    gate.pause(1000);
    gate.pause(400);
    const life = new AbortController();
    const slot = enter('a', life.signal);
    await vi.advanceTimersByTimeAsync(500);
    gate.pause(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(entered).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await slot;
    expect(getEventListeners(life.signal, 'abort')).toEqual([]);
  });

  it('frees the slots of requests that are canceled during the pause', async () => {
    const { gate, enter, fill } = createGate();
    gate.pause(1000);
    const abort = new AbortController();
    const cancelled = four.map((name) => enter(name, abort.signal));
    await vi.advanceTimersByTimeAsync(0);
    abort.abort(new Error('left'));
    for (const each of cancelled) await expect(each).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await fill()).toHaveLength(4);
  });

  it('does not delay changes unless the service has requested a delay', async () => {
    const { gate } = createGate();
    gate.pause(undefined);
    await gate.enter('change', patient());
    gate.pause(1000);
    await expect(gate.enter('change', patient())).rejects.toMatchObject({ kind: 'rateLimited' });
  });
});

describe('RequestGate.until', () => {
  it('reports the end of the pause while a request is waiting', async () => {
    const { gate, enter } = createGate();
    const ends: (number | undefined)[] = [];
    gate.onDidChange(() => ends.push(gate.until));
    gate.pause(1000);
    expect(gate.until).toBeUndefined();
    const slot = enter('a');
    gate.cancel();
    await expect(slot).rejects.toMatchObject({ kind: 'rateLimited' });
    expect(ends).toEqual([Date.now() + 1000, undefined]);
    const second = enter('b');
    await vi.advanceTimersByTimeAsync(1000);
    await second;
  });
});
