import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmations, environmentKinds, environmentAt, guardsAt, mustConfirm, namesOrigin, placeAt, readConfirmation, readEnvironments, withSandbox } from '../../../../src/model/environments/environment.ts';
import { readBaseUrl } from '../../../../src/service/index.ts';

const url = 'https://eu.example.com/api/v2';
const production = { name: 'Live', baseUrl: url, kind: 'production' };

function baseUrl(text: string) {
  const reading = readBaseUrl(text);
  if (reading.kind === 'invalid') throw new Error(reading.problem);
  return reading.baseUrl;
}

describe('the environments of the settings', () => {
  it('are those of the user, then those of the workspace, recognised by their base URL however it is spelled', () => {
    const environments = readEnvironments([production], [{ name: 'Try', baseUrl: 'http://localhost:4000', kind: 'development', readOnly: true }]);
    expect(environments.list.map(({ name, kind, isReadOnly, level }) => [name, kind, isReadOnly, level])).toEqual([
      ['Live', 'production', false, 'user'],
      ['Try', 'development', true, 'workspace'],
    ]);
    expect(environmentAt(environments, baseUrl('HTTPS://EU.example.com:443/api/v2/'))?.name).toBe('Live');
    expect(environmentAt(environments, baseUrl('https://eu.example.com/api'))).toBeUndefined();
  });

  it.each([
    ['an entry without a name', { ...production, name: ' ' }, '“name”'],
    ['an entry of another kind', { ...production, kind: 'prod' }, '“kind”'],
    ['an entry that is no object', 'Live', '“name”'],
    ['a user name in the URL', { ...production, baseUrl: 'https://ada:secret@eu.example.com' }, 'user name or password'],
    ['a key in a query', { ...production, baseUrl: `${url}?api_key=secret` }, 'query'],
    ['a member for a key', { ...production, apiKey: 'secret' }, '“apiKey” does not belong in settings'],
    ['a member for headers', { ...production, authToken: 'secret' }, '“authToken” does not belong in settings'],
  ])('leave out %s, and say so without its value', (_, entry, words) => {
    const { list, problems } = readEnvironments([entry, production], undefined);
    expect(list).toHaveLength(1);
    expect(problems).toEqual([expect.stringContaining(words)]);
    expect(problems[0]).toMatch(/^Environment 1\b/);
    expect(problems.join()).not.toContain('secret');
  });

  it('never throw, whatever a settings file holds', () => {
    fc.assert(fc.property(fc.anything(), fc.anything(), (user, workspace) => {
      readEnvironments(user, workspace);
      readEnvironments([user], [workspace]);
    }));
  });
});

it('the sandbox of a window is an environment after those of the settings, unless they name its base URL', () => {
  const url = 'http://127.0.0.1:4000/api/v1';
  const names = (environments: unknown, sandbox: string | undefined) => withSandbox(readEnvironments(environments, undefined), sandbox).list.map(({ name, kind, level }) => [name, kind, level].join());
  expect(names([production], url)).toEqual(['Live,production,user', 'Sandbox,development,sandbox']);
  expect(names([production], undefined)).toEqual(['Live,production,user']);
  expect(names([{ ...production, name: 'sandbox' }], url)).toEqual(['sandbox,production,user', 'Sandbox (this window),development,sandbox']);
  expect(names([{ ...production, baseUrl: `${url}/` }], url)).toEqual(['Live,production,user']);
});

it('how an API key is sent is no secret, and the key is one', () => {
  const problems = (apiKey: unknown) => readEnvironments([{ ...production, apiKey }], undefined).problems;
  expect(problems({ header: 'X-API-Key', scheme: '' })).toEqual([]);
  expect(problems('sk-secret').join()).toContain('“apiKey” does not belong in settings.');
});

describe('a workspace', () => {
  it.each([
    // user, workspace, effective
    [{ kind: 'production' }, { kind: 'development' }, { kind: 'production', isReadOnly: false }],
    [{ kind: 'development' }, { kind: 'production' }, { kind: 'production', isReadOnly: false }],
    [{ kind: 'staging', readOnly: true }, { kind: 'staging', readOnly: false }, { kind: 'staging', isReadOnly: true }],
    [{ kind: 'staging' }, { kind: 'development', readOnly: true }, { kind: 'staging', isReadOnly: true }],
  ])('can tighten the guards of an environment, and loosen none: user %o, workspace %o', (user, workspace, effective) => {
    const environments = readEnvironments([{ name: 'Ours', baseUrl: url, ...user }], [{ name: 'Theirs', baseUrl: `${url}/`, ...workspace }]);
    expect(environments.list).toEqual([expect.objectContaining({ name: 'Ours', ...effective })]);
    expect(guardsAt(environments, baseUrl(url))).toMatchObject(effective);
  });

  it.each([`${url}//`, 'https://eu.example.com//api/v2', 'https://eu.example.com/%61pi/v2', 'https://eu.example.com/api/v2/jobs/..'])('does not lead around the guards with another spelling of the address: %s', (other) => {
    const environments = readEnvironments([{ ...production, readOnly: true }], [{ name: 'Just a test', baseUrl: other, kind: 'development' }]);
    expect(guardsAt(environments, baseUrl(other))).toMatchObject({ kind: 'production', isReadOnly: true });
    expect(environmentAt(environments, baseUrl(other)), 'what is shown is what holds').toMatchObject({ kind: 'production', isReadOnly: true });
  });

  it('does not loosen anything, in any combination', () => {
    const entry = fc.record({ name: fc.constantFrom('A', 'B'), baseUrl: fc.constantFrom(url, `${url}/x`, 'https://other.example.com'), kind: fc.constantFrom(...environmentKinds), readOnly: fc.boolean() });
    fc.assert(fc.property(fc.array(entry, { maxLength: 4 }), fc.array(entry, { maxLength: 4 }), (user, workspace) => {
      const [without, withIt] = [readEnvironments(user, undefined), readEnvironments(user, workspace)];
      for (const { baseUrl } of without.list) {
        const [before, after] = [guardsAt(without, baseUrl), guardsAt(withIt, baseUrl)];
        expect(environmentKinds.indexOf(after.kind ?? 'development')).toBeGreaterThanOrEqual(environmentKinds.indexOf(before.kind ?? 'development'));
        expect(after.isReadOnly || !before.isReadOnly).toBe(true);
      }
    }));
  });

  it('that points a known name at another address does not get the name', () => {
    const { list } = readEnvironments([production], [{ ...production, name: 'LIVE', baseUrl: 'https://elsewhere.example.com' }]);
    expect(list.map(({ name }) => name)).toEqual(['Live', 'LIVE (workspace)']);
  });

  it.each([
    // user, workspace, effective
    [undefined, undefined, 'production'],
    [undefined, 'never', 'production'],
    [undefined, 'always', 'always'],
    ['never', undefined, 'never'],
    ['never', 'production', 'production'],
    ['always', 'never', 'always'],
    ['sometimes', 'rarely', 'production'],
  ])('can ask for more confirmations, never for fewer: user %s, workspace %s', (user, workspace, effective) => {
    expect(readConfirmation(user, workspace)).toBe(effective);
  });
});

describe('a place', () => {
  const environments = readEnvironments([{ ...production, readOnly: true }, { name: 'Trial', baseUrl: 'http://localhost:4000', kind: 'staging' }], undefined);
  const shown = (at: string) => {
    const { name, kind, isReadOnly } = placeAt(environments, baseUrl(at)) ?? {};
    return [name, kind, isReadOnly];
  };

  it('is an environment by its name, and any other address by host and path prefix, with the guards there', () => {
    expect(shown(url)).toEqual(['Live', 'production', true]);
    expect(shown('http://localhost:4000')).toEqual(['Trial', 'staging', false]);
    expect(shown('https://other.example.com/api')).toEqual(['other.example.com/api', undefined, false]);
    expect(shown('https://eu.example.com/other')).toEqual(['eu.example.com/other', 'production', true]);
  });

  it('is nowhere for a person who has no environments', () => {
    expect(placeAt(readEnvironments(undefined, undefined), baseUrl(url))).toBeUndefined();
  });
});

it('a start is to be confirmed where the setting or the kind says so', () => {
  const asked = (kind: (typeof environmentKinds)[number] | undefined) => confirmations.filter((confirmation) => mustConfirm(confirmation, { kind, isReadOnly: false }));
  expect(asked('production')).toEqual(['production', 'always']);
  expect(asked('staging')).toEqual(['always']);
  expect(asked(undefined)).toEqual(['always']);
});

it('the settings of a level name an origin as the base URL or as an environment that can be used, whatever its path', () => {
  const origin = 'https://eu.example.com';
  expect(namesOrigin(origin, `${origin}/api`, undefined)).toBe(true);
  expect(namesOrigin(origin, '', [production])).toBe(true);
  expect(namesOrigin(origin, 'http://eu.example.com', [{ ...production, baseUrl: `${origin}:8443` }])).toBe(false);
  expect(namesOrigin(origin, 7, [{ ...production, apiKey: 'x' }])).toBe(false);
});
