import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  environmentAt,
  environmentKinds,
  environmentNamed,
  guardsAt,
  placeAt,
  readEnvironments,
  withSandbox,
} from '../../../../src/model/environments/environment.ts';
import { readBaseUrl } from '../../../../src/service/index.ts';

const url = 'https://eu.example.com/api/v2';
const production = { name: 'Live', baseUrl: url, kind: 'production' };
const unnamed = 'https://other.example';
const strict = { kind: 'production', isReadOnly: true };
const none = { kind: undefined, isReadOnly: false };

function baseUrl(text: string) {
  const reading = readBaseUrl(text);
  if (reading.kind === 'invalid') throw new Error(reading.problem);
  return reading.baseUrl;
}

describe('environmentAt', () => {
  it('finds an environment by any equivalent base URL', () => {
    const environments = readEnvironments([
      production,
      { name: 'Try', baseUrl: 'http://localhost:4000', kind: 'development', readOnly: true },
    ]);
    expect(environments.list.map(({ name, kind, isReadOnly }) => [name, kind, isReadOnly])).toEqual(
      [
        ['Live', 'production', false],
        ['Try', 'development', true],
      ],
    );
    expect(environmentAt(environments, baseUrl('HTTPS://EU.example.com:443/api/v2/'))?.name).toBe(
      'Live',
    );
    expect(environmentAt(environments, baseUrl('https://eu.example.com/api'))).toBeUndefined();
  });
});

describe('readEnvironments', () => {
  const everywhere =
    'Until you fix it, every service that is not listed is treated as production and read-only.';
  const onlyHost = 'Until you fix it, other.example is treated as production and read-only.';
  it.each([
    [
      'no base URL',
      { ...production, baseUrl: undefined },
      'free',
      'Environment 1 is ignored: “baseUrl” is',
    ],
    [
      'an empty base URL',
      { ...production, baseUrl: '' },
      'free',
      'Enter the address of the service',
    ],
    [
      'an incomplete base URL',
      { baseUrl: 'https:/' },
      'free',
      'must start with https:// or http://',
    ],
    [
      'a misspelled scheme',
      { baseUrl: 'https:/live.example' },
      'free',
      'Until you fix it, live.example is treated',
    ],
    [
      'a misspelled scheme but the same host',
      { baseUrl: 'https:/other.example' },
      'strict',
      onlyHost,
    ],
    ['a base URL without a scheme', { baseUrl: 'Other.example:8080/api' }, 'strict', onlyHost],
    [
      'a user name in the base URL',
      { baseUrl: 'https://ada:secret@other.example' },
      'strict',
      onlyHost,
    ],
    [
      'a query in the base URL',
      { baseUrl: 'https://other.example?api_key=secret' },
      'strict',
      onlyHost,
    ],
    ['a string instead of an object', 'other.example', 'strict', onlyHost],
    ['a base URL that is not a string', { baseUrl: { url: unnamed } }, 'strict', everywhere],
  ])('ignores an entry with %s', (_, entry, effect, words) => {
    const environments = readEnvironments([entry, production]);
    expect(environments.list).toHaveLength(1);
    const [problem] = environments.problems;
    expect(problem).toContain(words);
    expect(problem?.includes('Until you fix it')).toBe(words.startsWith('Until'));
    const guards = guardsAt(environments, baseUrl(unnamed));
    expect(guards).toEqual(effect === 'free' ? none : { ...strict, mistake: problem });
    expect(placeAt(environments, baseUrl(unnamed)).mistake).toBe(
      effect === 'free' ? undefined : problem,
    );
    expect(guardsAt(environments, baseUrl(url))).toMatchObject({
      kind: 'production',
      isReadOnly: false,
    });
  });

  it('restricts every service if the setting is not an array', () => {
    const environments = readEnvironments({ Live: production });
    expect(environments.problems).toEqual([
      `The setting “workflowJobs.environments” is not a list. ${everywhere}`,
    ]);
    expect(guardsAt(environments, baseUrl(unnamed))).toMatchObject(strict);
  });

  it('does not restrict any service if the setting is empty', () => {
    expect(guardsAt(readEnvironments([]), baseUrl(unnamed))).toEqual(none);
  });

  it('treats an invalid “readOnly” property as true', () => {
    const read = (entry: object) =>
      readEnvironments([{ ...production, readOnly: undefined, ...entry }]);
    expect(
      [read({ readOnly: null }), read({ readonly: true }), read({})].map(
        ({ list }) => list[0]?.isReadOnly,
      ),
    ).toEqual([true, true, false]);
    expect(read({ readOnly: null }).problems).toEqual([
      '“Live”: “readOnly” must be true or false. Until you fix it, the environment is treated as read-only.',
    ]);
  });

  it.each([
    [
      'a capitalized kind',
      { kind: 'Production' },
      '“Live”: “kind” must be development, staging, or production. Until you fix it, the environment is treated as production.',
    ],
    [
      'no kind',
      { kind: undefined },
      '“Live”: “kind” must be development, staging, or production. Until you fix it, the environment is treated as production.',
    ],
    [
      'a string as “readOnly”',
      { readOnly: 'no' },
      '“Live”: “readOnly” must be true or false. Until you fix it, the environment is treated as read-only.',
    ],
    ['no name', { name: ' ' }, 'Environment 1: “name” is missing or not valid.'],
    ['a name that is not a string', { name: 7 }, 'Environment 1: “name” is missing or not valid.'],
    [
      'a user name in the base URL',
      { baseUrl: 'https://ada:secret@eu.example.com/api/v2' },
      'user name or password',
    ],
    [
      'a user name after an invisible space',
      { baseUrl: '\u00a0https://ada:secret@eu.example.com/api/v2' },
      'user name or password',
    ],
    ['an API key in the query', { baseUrl: `${url}?api_key=secret` }, 'query'],
    [
      'a base URL without a scheme',
      { baseUrl: 'eu.example.com/api/v2' },
      'must start with https://',
    ],
    ['an API key', { apiKey: 'secret' }, 'Remove “apiKey” from the settings.'],
    ['a token', { authToken: 'secret' }, 'Remove “authToken” from the settings.'],
  ])('restricts the service even if its entry has %s', (_, mistake, words) => {
    const environments = readEnvironments([{ ...production, readOnly: true, ...mistake }]);
    expect(environments.problems).toEqual([expect.stringContaining(words)]);
    expect(JSON.stringify(environments)).not.toContain('secret');
    expect(guardsAt(environments, baseUrl(url))).toMatchObject(strict);
  });

  it('accepts unknown properties', () => {
    expect(readEnvironments([{ ...production, colour: 'red', tokens: 3 }]).problems).toEqual([]);
  });

  it('accepts an API key header but rejects an API key', () => {
    const problems = (apiKey: unknown) => readEnvironments([{ ...production, apiKey }]).problems;
    expect(problems({ header: 'X-API-Key', scheme: '' })).toEqual([]);
    expect(problems('sk-secret').join()).toContain('Remove “apiKey” from the settings.');
  });

  it('reports duplicate names, regardless of case', () => {
    const { problems } = readEnvironments([
      production,
      { ...production, name: 'live', baseUrl: `${url}/b` },
      { ...production, name: 'Live EU', baseUrl: `${url}/c` },
    ]);
    expect(problems).toEqual(['Two environments are named “live”. Rename one of them.']);
  });

  it('never throws for an invalid setting', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readEnvironments(value);
        readEnvironments([value]);
      }),
    );
  });

  it('never relaxes restrictions if a value is invalid', () => {
    const anAddress = fc.constantFrom(
      url,
      `${url}/x`,
      'http://eu.example.com/api/v2',
      'https://eu.example.com.:444',
      'https://other.example.com',
      'http://127.0.0.1:4000',
      'http://localhost:4001',
    );
    const mistakes = fc.constantFrom('Production', '', 7, undefined);
    const entry = fc.record({
      name: fc.constantFrom('A', 'B', 3),
      baseUrl: fc.oneof(anAddress, fc.constant('no URL')),
      kind: fc.oneof(fc.constantFrom<unknown>(...environmentKinds), mistakes),
      readOnly: fc.oneof(fc.boolean(), mistakes),
    });
    const mistaken = fc.record({
      index: fc.nat(3),
      member: fc.constantFrom('name', 'kind', 'readOnly'),
      mistake: fc.oneof(mistakes, fc.constant({})),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        mistaken,
        anAddress,
        (entries, { index: at, ...wrong }, address) => {
          const { member, mistake } = wrong;
          const withMistake = entries.map((each, index) =>
            index === at && mistake !== undefined ? { ...each, [member]: mistake } : each,
          );
          const [before, after] = [entries, withMistake].map((each) =>
            guardsAt(readEnvironments(each), baseUrl(address)),
          );
          expect(environmentKinds.indexOf(after?.kind ?? 'development')).toBeGreaterThanOrEqual(
            environmentKinds.indexOf(before?.kind ?? 'development'),
          );
          expect(after?.isReadOnly === true || before?.isReadOnly !== true).toBe(true);
        },
      ),
    );
  });
});

describe('withSandbox', () => {
  it('adds the sandbox environment unless the setting already contains the sandbox URL', () => {
    const sandbox = 'http://127.0.0.1:4000/api/v1';
    const names = (environments: unknown, address: string | undefined) =>
      withSandbox(readEnvironments(environments), address).list.map(({ name, kind, isSandbox }) =>
        [name, kind, isSandbox].join(),
      );
    expect(names([production], sandbox)).toEqual([
      'Live,production,false',
      'Sandbox,development,true',
    ]);
    expect(names([production], undefined)).toEqual(['Live,production,false']);
    expect(names([{ ...production, name: 'sandbox' }], sandbox)).toEqual([
      'sandbox,production,false',
      'Sandbox (this window),development,true',
    ]);
    expect(names([{ ...production, baseUrl: `${sandbox}/` }], sandbox)).toEqual([
      'Live,production,false',
    ]);
  });
});

describe('environmentNamed', () => {
  it('ignores case and invisible characters in names', () => {
    const environments = readEnvironments([
      production,
      { ...production, name: 'Try', baseUrl: `${url}/try` },
    ]);
    const found = (name: string) => environmentNamed(environments, name)?.baseUrl.href;
    expect(['Live', ' LI\u200bVE ', 'try'].map(found)).toEqual([url, url, `${url}/try`]);
    expect(['', 'Liv', url].map(found)).toEqual([undefined, undefined, undefined]);
  });
});

describe('guardsAt', () => {
  it.each([
    `${url}//`,
    'https://eu.example.com//api/v2',
    'https://eu.example.com/%61pi/v2',
    'https://eu.example.com/api/v2/jobs/..',
    'http://eu.example.com/api/v2',
    'https://eu.example.com:8443/api/v2',
    'https://EU.example.com./api/v2',
    'https://eu.example.com../api',
  ])('restricts every URL on the host, including %s', (other) => {
    const environments = readEnvironments([{ ...production, readOnly: true }]);
    expect(guardsAt(environments, baseUrl(other))).toMatchObject(strict);
  });

  it('recognizes an IPv4-mapped IPv6 address as the same host', () => {
    const environments = readEnvironments([{ ...production, baseUrl: 'https://10.0.0.7' }]);
    expect(guardsAt(environments, baseUrl('https://[::ffff:10.0.0.7]:8443')).kind).toBe(
      'production',
    );
  });

  it('applies the strictest settings if several environments share a host', () => {
    const at = (address: string) =>
      guardsAt(
        readEnvironments([
          { name: 'Dev', baseUrl: 'https://eu.example.com/dev', kind: 'development' },
          { name: 'Live', baseUrl: 'https://eu.example.com/prod', kind: 'production' },
          { name: 'Try', baseUrl: 'http://localhost:4000', kind: 'staging', readOnly: true },
        ]),
        baseUrl(address),
      );
    expect(at('https://eu.example.com/dev')).toMatchObject({ kind: 'development' });
    expect(at('https://eu.example.com/any')).toMatchObject({ kind: 'production' });
    for (const same of [
      'http://127.0.0.1:4000/x',
      'http://[::1]:4000',
      'https://LOCALHOST.:4000',
      'http://[::ffff:127.0.0.1]:4000',
    ]) {
      expect(at(same), same).toMatchObject({ kind: 'staging', isReadOnly: true });
    }
    expect(at('http://localhost:4001')).toEqual(none);
  });
});

describe('placeAt', () => {
  it('uses the host and path as the name if no environment matches', () => {
    const environments = readEnvironments([
      { ...production, readOnly: true },
      { name: 'Trial', baseUrl: 'http://localhost:4000', kind: 'staging' },
    ]);
    const shown = (at: string) => {
      const { name, kind, isReadOnly } = placeAt(environments, baseUrl(at));
      return [name, kind, isReadOnly];
    };
    expect(shown(url)).toEqual(['Live', 'production', true]);
    expect(shown('http://localhost:4000')).toEqual(['Trial', 'staging', false]);
    expect(shown('https://other.example.com/api')).toEqual([
      'other.example.com/api',
      undefined,
      false,
    ]);
    expect(shown('https://eu.example.com/other')).toEqual([
      'eu.example.com/other',
      undefined,
      true,
    ]);
  });

  it('applies the strictest settings if several environments share a base URL', () => {
    const environments = readEnvironments([
      { name: 'First', baseUrl: url, kind: 'staging' },
      { name: 'Second', baseUrl: `${url}/`, kind: 'development', readOnly: true },
    ]);
    expect(placeAt(environments, baseUrl(url))).toMatchObject({
      name: 'First',
      kind: 'staging',
      isReadOnly: true,
    });
  });
});
