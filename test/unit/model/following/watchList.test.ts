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

  it.each([null, 7, 'a', { a: true }, [1, '', null, 'a', ['b']]])('copes with %j in its store', (stored) => {
    const { list } = listOf(createKeyValueStore({ [`watched:${here}`]: stored }));
    expect([...list.keys]).toEqual(Array.isArray(stored) ? ['a'] : []);
  });
});

describe('what keeps jobs from being followed', () => {
  it('is told with its keys once, and forgotten with another service or another watch', () => {
    const { list, fired } = listOf();
    list.watch('a', 'b');
    list.setHindrance(['a', 'b'], 'notFollowed');
    list.setHindrance(['a'], 'notFollowed');
    list.setHindrance(['a'], 'gone');
    expect(fired).toEqual([['a', 'b'], ['a', 'b'], ['a']]);
    expect(['a', 'b', 'c'].map((key) => list.stateOf(key))).toEqual(['gone', 'notFollowed', undefined]);
    list.watch('a');
    expect(list.stateOf('a')).toBe('watched');
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
