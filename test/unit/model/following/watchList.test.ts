import { describe, expect, it, vi } from 'vitest';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { createKeyValueStore } from '../builders.ts';

const here = 'https://one.example/api';
const there = 'https://two.example/api';

function listOf(store = createKeyValueStore(), baseUrl: string | undefined = here) {
  const list = new WatchList(store);
  list.connect(baseUrl);
  const fired: (readonly string[])[] = [];
  list.onDidChange((keys) => fired.push(keys));
  return { list, store, fired };
}

describe('a watch list', () => {
  it('counts the watched jobs of any service, connected or not', () => {
    const { list } = listOf();
    list.watch('a');
    list.watch('b');
    list.connect(there);
    list.watch('c');
    expect([here, there, 'https://three.example'].map((each) => list.countAt(each))).toEqual([2, 1, 0]);
  });

  it('tells the keys that began or ceased to be watched, each once', () => {
    const { list, fired, store } = listOf();
    list.watch('a');
    list.watch('a');
    list.watch('b');
    list.unwatch('z');
    list.unwatch('a', 'z');
    expect(fired).toEqual([['a'], ['b'], ['a']]);
    expect([list.isWatched('a'), list.isWatched('b')]).toEqual([false, true]);
    list.unwatch('b');
    expect(store.stored, 'nothing is left behind of the last watch').toEqual({});
  });

  it('keeps what ended until it is seen, over a reload as well, each service its own', () => {
    const { list, store } = listOf();
    list.watch('a', 'b', 'c', 'd');
    list.mark(['a', 'b', 'x'], 'finished');
    list.mark(['c'], 'gone');
    list.markSeen('d');
    list.connect(there);
    expect([list.unseen, list.states.size, list.countAt(here)]).toEqual([0, 0, 1]);
    const again = listOf(store).list;
    expect([...again.states]).toEqual([
      ['a', 'finished'],
      ['b', 'finished'],
      ['c', 'gone'],
      ['d', 'watched'],
    ]);
    expect([again.unseen, [...again.keys]]).toEqual([3, ['d']]);
    again.markSeen('a');
    expect([again.unseen, again.stateOf('a')]).toEqual([2, 'seen']);
    again.markSeen('c');
    expect([...again.states.keys()], 'the one seen last stays until the next one is').toEqual([
      'b',
      'c',
      'd',
    ]);
    expect(listOf(store).list.states.size).toBe(2);
    again.clearEnded();
    expect([[...again.states], again.unseen]).toEqual([[['d', 'watched']], 0]);
  });

  it('finds the watches of a service again after a reload', () => {
    const { list, store } = listOf();
    list.watch('a');
    list.watch('job/1?x#y');
    expect([...listOf(store).list.keys]).toEqual(['a', 'job/1?x#y']);
  });

  it('never mixes the watches of two services, though their keys be the same', () => {
    const { list, store, fired } = listOf();
    list.watch('a');
    list.watch('b');
    list.connect(there);
    expect([...list.keys]).toEqual([]);
    list.watch('b');
    list.connect(here);
    expect([...list.keys]).toEqual(['a', 'b']);
    expect([...listOf(store, there).list.keys]).toEqual(['b']);
    // What is watched before and after does not change.
    expect(fired).toEqual([['a'], ['b'], ['a', 'b'], ['b'], ['a']]);
  });

  it.each([
    ['without a service', undefined, 'a'],
    ['with a blank key', here, ''],
  ])('watches nothing %s', (_what, baseUrl, key) => {
    const { list, fired, store } = listOf();
    list.connect(baseUrl);
    list.watch(key);
    expect([list.keys.size, fired, store.stored]).toEqual([0, [], {}]);
  });

  it('tells nobody once it is disposed of', () => {
    const { list, fired } = listOf();
    list.dispose();
    list.watch('a');
    expect(fired).toEqual([]);
  });

  it.each([null, 7, 'a', { a: true }, [1, '', null, 'a', ['b'], { key: 'c', ended: 7 }]])(
    'copes with %j in its store',
    (stored) => {
      const { list } = listOf(createKeyValueStore({ [`watched:${here}`]: stored }));
      expect([...list.keys]).toEqual(Array.isArray(stored) ? ['a'] : []);
    },
  );
});

describe('what keeps jobs from being followed', () => {
  it('is told with its keys once, and forgotten with another service, another watch or a reading', () => {
    const { list, fired } = listOf();
    list.watch('a', 'b');
    list.mark(['a', 'b', 'c'], 'notFollowed');
    list.mark(['a'], 'notFollowed');
    list.mark(['a'], 'gone');
    expect(fired).toEqual([['a', 'b'], ['a', 'b'], ['a']]);
    expect(['a', 'b', 'c'].map((key) => list.stateOf(key))).toEqual(['gone', 'notFollowed', undefined]);
    list.watch('a');
    list.resume(['b']);
    expect(['a', 'b'].map((key) => list.stateOf(key))).toEqual(['watched', 'watched']);
    list.mark(['b'], 'notFollowed');
    list.connect(there);
    list.connect(here);
    expect(list.stateOf('b')).toBe('watched');
  });

  it('altogether is known since the first failure, while jobs are watched', () => {
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
