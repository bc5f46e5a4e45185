import { describe, expect, it } from 'vitest';
import { areReadablePeople, readJob, readPeople } from '../../../../src/service/schema/jobs.ts';

it('marks a job that several people started as unreadable', () => {
  expect(readJob({ key: 'a', startedBy: ['Ann', 'Ben'] }, 'job')).toMatchObject({
    kind: 'unreadable',
    key: 'a',
    problem: 'job.startedBy: expected object',
  });
});

describe('readPeople', () => {
  const ada = { key: 'u1', firstName: 'Ada', lastName: null };

  const odd = { firstName: 'something that could not be read as a name' };

  it.each<[string, unknown, unknown[]]>([
    ['nobody', null, []],
    ['nobody in false', false, []],
    ['nobody in an empty object', {}, []],
    ['several in an object with numeric keys', { 1: ada, 0: 'Ann' }, [{ key: 'Ann' }, ada]],
    ['nothing', undefined, []],
    ['a blank text', '', []],
    ['an empty list', [], []],
    ['one', ada, [ada]],
    ['several', [ada, { key: 'u2' }], [ada, { key: 'u2' }]],
    ['a list with holes', [null, ada, undefined, ''], [ada]],
    ['a name or a key', 'Ann', [{ key: 'Ann' }]],
    ['several of them', ['usr_1', 7], [{ key: 'usr_1' }, { key: '7' }]],
    ['a name before a key', { key: 'u1', name: 'Ann' }, [{ key: 'Ann' }]],
    ['a name beside an id', { id: 7, name: 'Ann' }, [{ key: 'Ann' }]],
    [
      'a full name before a name to show',
      { displayName: 'Annie', fullName: 'Ann Lee' },
      [{ key: 'Ann Lee' }],
    ],
    [
      'a name to show before one to sign in with',
      { username: 'ann', displayName: 'Annie' },
      [{ key: 'Annie' }],
    ],
    [
      'a name to sign in with before an address',
      { email: 'ann@example.com', username: 'ann' },
      [{ key: 'ann' }],
    ],
    ['an address before a key', { key: 'u1', email: 'ann@example.com' }, [{ key: 'ann@example.com' }]],
    ['a key before an id', { id: 7, key: 'u1' }, [{ key: 'u1' }]],
    ['an address', { id: 7, name: null, email: 'ann@example.com' }, [{ key: 'ann@example.com' }]],
    ['an id alone', { id: 7, active: true }, [{ key: '7' }]],
    ['a key behind blank names', { key: 'u1', firstName: ' ', lastName: '' }, [{ key: 'u1' }]],
    ['somebody of whom nothing is said', { key: null, firstName: null, lastName: null }, [{}]],
    ['somebody of whom only blanks are said', { key: '', name: ' ', email: null }, [{}]],
    [
      'a part of a name',
      { firstName: 'Ada', lastName: { de: 'Byron' } },
      [{ key: null, firstName: 'Ada', lastName: null }],
    ],
    ['something else', { person: { name: 'Ann' } }, [odd]],
    ['something else in a list', ['usr_1', [ada], true], [{ key: 'usr_1' }, odd, odd]],
  ])('finds %s', (_what, assignedTo, people) => {
    expect(readPeople(assignedTo)).toEqual(people);
  });

  it.each([null, undefined, [], 'Ann', ada, { key: null }, [null, 'Ann', { id: 7 }]])(
    'tells all that %j says of people',
    (assignedTo) => {
      expect(areReadablePeople(assignedTo)).toBe(true);
    },
  );

  it.each([true, { person: { name: 'Ann' } }, ['Ann', [ada]], [{}, { team: 'Ops' }]])(
    'does not tell all that %j says',
    (assignedTo) => {
      expect(areReadablePeople(assignedTo)).toBe(false);
    },
  );
});
