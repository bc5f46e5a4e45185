import { beforeEach, describe, expect, it, vi } from 'vitest';
import { announceRefreshes } from '../../../../src/model/following/refreshAnnouncer.ts';
import { Emitter } from '../../../../src/model/util/emitter.ts';

function announcedList() {
  const changed = new Emitter();
  let state = { isLoading: false, failure: undefined as string | undefined };
  const set = (isLoading: boolean, failure?: string) => {
    state = { isLoading, failure };
    changed.fire();
  };
  return {
    onDidChange: changed.event,
    state: () => state,
    /** A manual refresh removes the previous failure when it starts. */
    refresh: (failure?: string) => (set(true), set(false, failure)),
    /** An automatic refresh keeps the previous failure until it ends. */
    autoRefresh: (failure?: string) => (set(true, state.failure), set(false, failure)),
  };
}

describe('Refresh announcer', () => {
  beforeEach(() => void vi.useFakeTimers());

  const observed = (...lists: ReturnType<typeof announcedList>[]) => {
    const announced: string[] = [];
    const announcer = announceRefreshes(lists, (sentence) => announced.push(sentence));
    const take = () => announced.splice(0);
    return { announcer, take };
  };

  it('announces repeated failures of automatic refreshes only once', () => {
    const jobs = announcedList();
    const { take } = observed(jobs);
    const outcomes = [undefined, 'Down.', 'Down.', 'Still down.', undefined, undefined, 'Down.'];
    const announced = outcomes.map((failure) => (jobs.autoRefresh(failure), take()));
    expect(announced).toEqual([[], ['Down.'], [], [], ['Refresh succeeded.'], [], ['Down.']]);
  });

  it('announces every failed manual refresh', () => {
    const jobs = announcedList();
    const { take } = observed(jobs);
    const announced = ['Down.', 'Down.', undefined].map(
      (failure) => (jobs.refresh(failure), take()),
    );
    expect(announced).toEqual([['Down.'], ['Down.'], ['Refresh succeeded.']]);
  });

  it('announces only one error if two lists fail within 5 s', () => {
    const [jobs, fields] = [announcedList(), announcedList()];
    const { take } = observed(jobs, fields);
    const refresh = (...failures: [string?, string?]) => {
      jobs.refresh(failures[0]);
      fields.refresh(failures[1]);
      return take();
    };
    expect(refresh('Jobs failed.', 'Fields failed.')).toEqual(['Jobs failed.']);
    expect(refresh('Jobs failed.', 'Fields failed.')).toEqual(['Jobs failed.']);
    expect(refresh(undefined, 'Fields failed.')).toEqual(['Refresh succeeded.', 'Fields failed.']);
    vi.advanceTimersByTime(5000);
    jobs.refresh('Jobs failed.');
    expect(take()).toEqual(['Jobs failed.']);
  });

  it('announces nothing after disposal', () => {
    const jobs = announcedList();
    const { announcer, take } = observed(jobs);
    announcer.dispose();
    jobs.refresh('Down.');
    expect(take()).toEqual([]);
  });
});
