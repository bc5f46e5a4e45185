import { describe, expect, it, vi } from 'vitest';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { storeOfService } from '../../../../src/model/util/keyValueStore.ts';
import { createKeyValueStore } from '../builders.ts';

const one = 'https://one.example/api';
const two = 'https://two.example/api';

function listOf(store = createKeyValueStore(), baseUrl = one) {
  const list = new WatchList(storeOfService(store, baseUrl));
  const fired: (readonly string[])[] = [];
  list.onDidChange((keys) => fired.push(keys));
  return { list, store, fired };
}

describe('WatchList', () => {
  it('fires an event with the keys of the changed jobs', () => {
    const { list, fired, store } = listOf();
    list.watch('a');
    list.watch('a');
    list.watch('b');
    list.unwatch('z');
    list.unwatch('a', 'z');
    expect(fired).toEqual([['a'], ['b'], ['a']]);
    expect([list.isWatched('a'), list.isWatched('b')]).toEqual([false, true]);
    list.unwatch('b');
    expect(store.stored, 'the last watch leaves nothing behind').toEqual({});
  });

  it('keeps finished jobs until the user opens them', () => {
    const { list, store } = listOf();
    list.watch('a', 'b', 'c', 'd');
    list.mark(['a', 'b', 'x'], 'finished');
    list.mark(['c'], 'deleted');
    list.markSeen('d');
    const again = listOf(store).list;
    expect([...again.states]).toEqual([
      ['a', 'finished'],
      ['b', 'finished'],
      ['c', 'deleted'],
      ['d', 'watched'],
    ]);
    expect([...again.keys]).toEqual(['d']);
    again.markSeen('a');
    expect(again.stateOf('a')).toBe('seen');
    again.markSeen('c');
    expect([...again.states.keys()], 'the job seen last stays until the next one is seen').toEqual([
      'b',
      'c',
      'd',
    ]);
    expect(listOf(store).list.states.size).toBe(2);
    again.clearEnded();
    expect([...again.states]).toEqual([['d', 'watched']]);
  });

  it('does not discard the changes of another session for the same service', () => {
    const { list, store } = listOf();
    list.watch('a', 'b');
    const { list: other } = listOf(store);
    other.watch('c');
    other.unwatch('b');
    list.mark(['a'], 'finished');
    expect([...listOf(store).list.states]).toEqual([
      ['a', 'finished'],
      ['c', 'watched'],
    ]);
  });

  it('restores the watched jobs after a window reload', () => {
    const { list, store } = listOf();
    list.watch('a');
    list.watch('job/1?x#y');
    expect([...listOf(store).list.keys]).toEqual(['a', 'job/1?x#y']);
  });

  it('stores watched jobs separately for each service', () => {
    const { list, store, fired } = listOf();
    list.watch('a', 'b');
    const other = listOf(store, two);
    expect([...other.list.keys]).toEqual([]);
    other.list.watch('b');
    other.list.mark(['b'], 'finished');
    expect([...list.keys]).toEqual(['a', 'b']);
    expect([...listOf(store).list.keys]).toEqual(['a', 'b']);
    expect([...listOf(store, two).list.states]).toEqual([['b', 'finished']]);
    expect([fired, other.fired]).toEqual([[['a', 'b']], [['b'], ['b']]]);
  });

  it('ignores an empty key', () => {
    const { list, fired, store } = listOf();
    list.watch('');
    expect([list.keys.size, fired, store.stored]).toEqual([0, [], {}]);
  });

  it('fires no events after disposal', () => {
    const { list, fired } = listOf();
    list.dispose();
    list.watch('a');
    expect(fired).toEqual([]);
  });

  it.each([null, 7, 'a', { a: true }, [1, '', null, 'a', ['b'], { key: 'c', ended: 7 }]])(
    'ignores the invalid stored value %j',
    (stored) => {
      const { list } = listOf(createKeyValueStore({ [`watched:${one}`]: stored }));
      expect([...list.keys]).toEqual(Array.isArray(stored) ? ['a'] : []);
    },
  );

  it('resumes watching a job when the job becomes readable again', () => {
    const { list, fired, store } = listOf();
    list.watch('a', 'b');
    list.mark(['a', 'b', 'c'], 'notFollowed');
    list.mark(['a'], 'notFollowed');
    list.mark(['a'], 'deleted');
    expect(fired).toEqual([['a', 'b'], ['a', 'b'], ['a']]);
    expect(['a', 'b', 'c'].map((key) => list.stateOf(key))).toEqual([
      'deleted',
      'notFollowed',
      undefined,
    ]);
    list.watch('a');
    list.resume(['b']);
    expect(['a', 'b'].map((key) => list.stateOf(key))).toEqual(['watched', 'watched']);
    list.mark(['b'], 'notFollowed');
    expect(listOf(store).list.stateOf('b'), 'the next window tries again').toBe('watched');
  });

  it('keeps the time of the first error if the error repeats', () => {
    vi.useFakeTimers({ now: 1000 });
    const { list, fired } = listOf();
    const error = new ServiceError('unauthorized', 'No.');
    list.setStop(error);
    expect(list.stop).toBeUndefined();
    list.watch('a');
    vi.setSystemTime(2000);
    list.setStop(error);
    expect(list.stop).toEqual({ since: 1000, error });
    list.setStop(undefined);
    list.setStop(undefined);
    expect([list.stop, fired]).toEqual([undefined, [[], ['a'], [], []]]);
  });
});
