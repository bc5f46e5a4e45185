import { describe, expect, it } from 'vitest';
import { canReadPeople, readJob, readPeople } from '../../../../src/service/schema/jobs.ts';

describe('readJob', () => {
  it('rejects a job that has several people in `startedBy`', () => {
    expect(readJob({ key: 'a', startedBy: ['Ann', 'Ben'] }, 'job')).toMatchObject({
      kind: 'unreadable',
      key: 'a',
      problem: 'job.startedBy: expected object',
    });
  });
});

const ada = { key: 'u1', firstName: 'Ada', lastName: null };
const unknown = {};
const email = 'ann@example.com';

describe('readPeople', () => {
  it.each<[assignedTo: unknown, people: unknown[]]>([
    [null, []],
    [false, []],
    [{}, []],
    [undefined, []],
    ['', []],
    [[], []],
    [{ 1: ada, 0: 'Ann' }, [{ key: 'Ann' }, ada]],
    [ada, [ada]],
    [
      [ada, { key: 'u2' }],
      [ada, { key: 'u2' }],
    ],
    [[null, ada, undefined, ''], [ada]],
    ['Ann', [{ key: 'Ann' }]],
    [
      ['usr_1', 7],
      [{ key: 'usr_1' }, { key: '7' }],
    ],
    // The first of these properties names the person.
    [{ key: 'u1', name: 'Ann' }, [{ key: 'Ann' }]],
    [{ id: 7, name: 'Ann' }, [{ key: 'Ann' }]],
    [{ displayName: 'Annie', fullName: 'Ann Lee' }, [{ key: 'Ann Lee' }]],
    [{ username: 'ann', displayName: 'Annie' }, [{ key: 'Annie' }]],
    [{ email, username: 'ann' }, [{ key: 'ann' }]],
    [{ key: 'u1', email }, [{ key: email }]],
    [{ id: 7, key: 'u1' }, [{ key: 'u1' }]],
    [{ id: 7, name: null, email }, [{ key: email }]],
    [{ id: 7, active: true }, [{ key: '7' }]],
    [{ key: 'u1', firstName: ' ', lastName: '' }, [{ key: 'u1' }]],
    // A person whose properties are all empty still counts as a person.
    [{ key: null, firstName: null, lastName: null }, [{}]],
    [{ key: '', name: ' ', email: null }, [{}]],
    [
      { firstName: 'Ada', lastName: { de: 'Byron' } },
      [{ key: null, firstName: 'Ada', lastName: null }],
    ],
    [{ person: { name: 'Ann' } }, [unknown]],
    [
      ['usr_1', [ada], true],
      [{ key: 'usr_1' }, unknown, unknown],
    ],
  ])('converts the assignee %j to the people %j', (assignedTo, people) => {
    expect(readPeople(assignedTo)).toEqual(people);
  });
});

describe('canReadPeople', () => {
  it.each<[expected: boolean, assignedTo: unknown]>([
    [true, null],
    [true, undefined],
    [true, []],
    [true, 'Ann'],
    [true, ada],
    [true, { key: null }],
    [true, [null, 'Ann', { id: 7 }]],
    [false, true],
    [false, { person: { name: 'Ann' } }],
    [false, ['Ann', [ada]]],
    [false, [{}, { team: 'Ops' }]],
  ])('returns %s for the assignee %j', (expected, assignedTo) => {
    expect(canReadPeople(assignedTo)).toBe(expected);
  });
});
