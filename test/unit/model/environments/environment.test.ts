import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmationMistakes,
  confirmations,
  environmentKinds,
  environmentAt,
  environmentNamed,
  guardsAt,
  mustAskFor,
  mustConfirm,
  namesOrigin,
  placeAt,
  readConfirmation,
  readEnvironments,
  webAddress,
  titleOf,
  withSandbox,
} from '../../../../src/model/environments/environment.ts';
import { readBaseUrl } from '../../../../src/service/index.ts';
import { processorTime } from '../../processorTime.ts';

const url = 'https://eu.example.com/api/v2';
const production = { name: 'Live', baseUrl: url, kind: 'production' };

function baseUrl(text: string) {
  const reading = readBaseUrl(text);
  if (reading.kind === 'invalid') throw new Error(reading.problem);
  return reading.baseUrl;
}

describe('the environments of the settings', () => {
  it('are those of the user, then those of the workspace, recognised by their base URL however it is spelled', () => {
    const environments = readEnvironments({
      user: [production],
      workspace: [{ name: 'Try', baseUrl: 'http://localhost:4000', kind: 'development', readOnly: true }],
    });
    expect(
      environments.list.map(({ name, kind, isReadOnly, level }) => [name, kind, isReadOnly, level]),
    ).toEqual([
      ['Live', 'production', false, 'user'],
      ['Try (workspace)', 'development', true, 'workspace'],
    ]);
    expect(environmentAt(environments, baseUrl('HTTPS://EU.example.com:443/api/v2/'))?.name).toBe('Live');
    expect(environmentAt(environments, baseUrl('https://eu.example.com/api'))).toBeUndefined();
  });

  it.each([
    [
      'an entry without an address',
      { ...production, baseUrl: undefined },
      'Environment 1 is left out: “baseUrl” is missing or not valid.',
    ],
    ['an entry that is no object', 'Live', 'Environment 1 is left out: “baseUrl” is missing or not valid.'],
    [
      'a misspelt scheme',
      { ...production, baseUrl: 'https:/live.example' },
      '“Live” is left out: The base URL must begin with https:// or http://.',
    ],
  ])('leave out %s, and say so', (_, entry, problem) => {
    const { list, problems } = readEnvironments({ user: [entry, production] });
    expect(list).toHaveLength(1);
    expect(problems).toEqual([
      `${problem} Until it is mended, each address that you do not name is treated as production and read-only.`,
    ]);
  });

  it('of which one cannot be read guard each address that none names, unless it was meant to be open', () => {
    const guardsWith = (entry: object) =>
      guardsAt(readEnvironments({ user: [{ ...production, ...entry }] }), baseUrl('https://other.example'));
    const strict = { kind: 'production', isReadOnly: true, readOnlyBy: 'user' };
    const none = { kind: undefined, isReadOnly: false };
    expect(guardsWith({ baseUrl: 'https:/live.example' })).toEqual(strict);
    expect(guardsWith({ baseUrl: 7, kind: 'staging', readOnly: true })).toEqual(strict);
    expect(guardsWith({ baseUrl: 7, kind: 'staging', readOnly: false })).toEqual(none);
    expect(guardsWith({})).toEqual(none);
  });

  it('are read-only with null, and with a misspelt name, and say so', () => {
    const read = (entry: object) =>
      readEnvironments({ user: [{ ...production, readOnly: undefined, ...entry }] });
    expect(
      [read({ readOnly: null }), read({ readonly: true }), read({})].map(({ list }) => list[0]?.isReadOnly),
    ).toEqual([true, true, false]);
    expect(read({ readOnly: null }).problems).toEqual([
      '“Live”: “readOnly” is “null” (use true or false). It is treated as read-only.',
    ]);
    expect(read({ readonly: true }).problems).toEqual(['“Live”: “readonly” is not known: write “readOnly”.']);
  });

  it('tell whose settings a guard is from, unless those name the address', () => {
    const staging = { ...production, kind: 'staging' };
    const [tightened] = readEnvironments({
      user: [staging],
      workspace: [{ ...production, readOnly: true }],
    }).list;
    expect(tightened).toMatchObject({ level: 'user', kindBy: 'workspace', readOnlyBy: 'workspace' });
    const [own] = readEnvironments({
      user: [{ ...production, readOnly: true }],
      workspace: [production],
    }).list;
    expect(own).toMatchObject({ isReadOnly: true });
    expect([own?.kindBy, own?.readOnlyBy]).toEqual([undefined, undefined]);
    const ofHost = readEnvironments({
      user: [{ ...production, readOnly: true }],
      workspace: [{ ...staging, baseUrl: `${url}/theirs` }],
    });
    expect(ofHost.list[1]).toMatchObject({ level: 'workspace', kindBy: 'user', readOnlyBy: 'user' });
    expect(guardsAt(ofHost, baseUrl(`${url}/any`)).readOnlyBy).toBe('user');
  });

  it('and the setting of confirmations tell what they cannot read, and confirm each start then', () => {
    expect(confirmationMistakes({ user: 'Always', workspace: 'never' })).toEqual([
      '“workflowJobs.confirmStart” is “Always” (use never, production or always). Each start is confirmed.',
    ]);
    expect(confirmationMistakes({ user: 'never', remote: 'always' })).toEqual([]);
    const { mistakenLevel } = readEnvironments({ user: [production], workspace: [{ name: 'x' }] });
    expect(mistakenLevel).toBe('workspace');
  });

  it('on an IPv4 address guard the same address as IPv6 writes it', () => {
    const environments = readEnvironments({ user: [{ ...production, baseUrl: 'https://10.0.0.7' }] });
    expect(guardsAt(environments, baseUrl('https://[::ffff:10.0.0.7]:8443')).kind).toBe('production');
  });

  it.each([
    [
      'a kind with a capital',
      { kind: 'Production' },
      '“Live”: kind “Production” is unknown (use development, staging or production). It is treated as production.',
    ],
    [
      'a kind that is no text',
      { kind: 7 },
      '“Live”: kind “7” is unknown (use development, staging or production). It is treated as production.',
    ],
    [
      'no kind',
      { kind: undefined },
      '“Live”: it has no kind (use development, staging or production). It is treated as production.',
    ],
    [
      '“readOnly” as a text',
      { readOnly: 'no' },
      '“Live”: “readOnly” is “no” (use true or false). It is treated as read-only.',
    ],
    ['no name', { name: ' ' }, 'Environment 1: “name” is missing or not valid.'],
    ['a name that is no text', { name: 7 }, 'Environment 1: “name” is missing or not valid.'],
    [
      'a user name in the URL',
      { baseUrl: 'https://ada:secret@eu.example.com/api/v2' },
      'user name or password',
    ],
    [
      'a user name after an invisible space',
      { baseUrl: '\u00a0https://ada:secret@eu.example.com/api/v2' },
      'user name or password',
    ],
    ['a key in a query', { baseUrl: `${url}?api_key=secret` }, 'query'],
    ['an address without scheme', { baseUrl: 'eu.example.com/api/v2' }, 'must begin with https://'],
    ['a member for a key', { apiKey: 'secret' }, '“apiKey” does not belong in settings'],
    ['a member for headers', { authToken: 'secret' }, '“authToken” does not belong in settings'],
  ])('keep the guards of an entry with %s, and say what is wrong without a secret', (_, mistake, words) => {
    const environments = readEnvironments({ user: [{ ...production, readOnly: true, ...mistake }] });
    expect(environments.problems).toEqual([expect.stringContaining(words)]);
    expect(JSON.stringify(environments)).not.toContain('secret');
    expect(guardsAt(environments, baseUrl(url))).toMatchObject({ kind: 'production', isReadOnly: true });
  });

  it('of the user have their own guards, whatever stands beside them on their host or in a workspace', () => {
    const { list } = readEnvironments({
      user: [production, { name: 'Try', baseUrl: `${url}/try`, kind: 'development' }],
      workspace: 'no list',
    });
    expect(list.map(({ kind }) => kind)).toEqual(['production', 'development']);
  });

  it('may have members that are unknown', () => {
    expect(readEnvironments({ user: [{ ...production, colour: 'red', tokens: 3 }] }).problems).toEqual([]);
  });

  it('that are no list make each address production, and say so', () => {
    const environments = readEnvironments({
      user: { Live: production },
      workspace: [{ ...production, kind: 'development' }],
    });
    expect(environments.problems).toEqual([expect.stringContaining('is not a list')]);
    expect([url, 'https://any.example.com'].map((at) => guardsAt(environments, baseUrl(at)).kind)).toEqual([
      'production',
      'production',
    ]);
  });

  it('of one name are told, however its invisible characters and case differ', () => {
    const { problems } = readEnvironments({
      user: [
        production,
        { ...production, name: 'li\u200bve', baseUrl: `${url}/b` },
        { ...production, name: 'Live EU', baseUrl: `${url}/c` },
      ],
    });
    expect(problems).toEqual(['Two environments are named “li\\u200bve”: give each a name of its own.']);
    expect(
      readEnvironments({ user: [production, { ...production, name: 'Other' }], workspace: [production] })
        .problems,
    ).toEqual([]);
  });

  it('show what is invisible in their names', () => {
    const { list } = readEnvironments({
      user: [
        { ...production, name: 'Li\u200bve\u202e\u{e0041}' },
        { ...production, baseUrl: `${url}/b`, name: '⚠\ufe0f Live\ufe0f' },
      ],
    });
    expect(list.map(({ name }) => name)).toEqual(['Li\\u200bve[RLO]\\udb40\\udc41', '⚠\ufe0f Live\\ufe0f']);
  });

  it('never throw, whatever a settings file holds', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (user, workspace) => {
        readEnvironments({ user, workspace });
        readEnvironments({ user: [user], workspace: [workspace] });
      }),
    );
  });
});

it('the sandbox of a window is an environment after those of the settings, unless they name its base URL', () => {
  const url = 'http://127.0.0.1:4000/api/v1';
  const names = (environments: unknown, sandbox: string | undefined) =>
    withSandbox(readEnvironments({ user: environments }), sandbox).list.map(({ name, kind, level }) =>
      [name, kind, level].join(),
    );
  expect(names([production], url)).toEqual(['Live,production,user', 'Sandbox,development,sandbox']);
  expect(names([production], undefined)).toEqual(['Live,production,user']);
  expect(names([{ ...production, name: 'sandbox' }], url)).toEqual([
    'sandbox,production,user',
    'Sandbox (this window),development,sandbox',
  ]);
  expect(names([{ ...production, baseUrl: `${url}/` }], url)).toEqual(['Live,production,user']);
});

it('how an API key is sent is no secret, and the key is one', () => {
  const problems = (apiKey: unknown) => readEnvironments({ user: [{ ...production, apiKey }] }).problems;
  expect(problems({ header: 'X-API-Key', scheme: '' })).toEqual([]);
  expect(problems('sk-secret').join()).toContain('“apiKey” does not belong in settings.');
});

it('an environment is found by its name, with its mark or as its settings write it; the user’s own first', () => {
  const at = (host: string) => `https://${host}.example.com`;
  const environments = readEnvironments({
    user: [{ ...production, name: 'Live' }],
    remote: [{ ...production, name: 'Box', baseUrl: at('box') }],
    workspace: [
      { ...production, name: 'live', baseUrl: at('theirs') },
      { ...production, name: 'Try', baseUrl: at('try') },
    ],
  });
  const found = (name: string) => environmentNamed(environments, name)?.baseUrl.href;
  expect(
    ['Live', ' LI\u200bVE ', 'live (workspace)', 'Try', 'try (Workspace)', 'Box', 'Box (remote machine)'].map(
      found,
    ),
  ).toEqual([url, url, at('theirs'), at('try'), at('try'), at('box'), at('box')]);
  expect(['', 'Liv', 'Try (remote machine)', at('try')].map(found)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe('a workspace', () => {
  it.each([
    // user, workspace, effective
    [{ kind: 'production' }, { kind: 'development' }, { kind: 'production', isReadOnly: false }],
    [{ kind: 'development' }, { kind: 'production' }, { kind: 'production', isReadOnly: false }],
    [
      { kind: 'staging', readOnly: true },
      { kind: 'staging', readOnly: false },
      { kind: 'staging', isReadOnly: true },
    ],
    [{ kind: 'staging' }, { kind: 'development', readOnly: true }, { kind: 'staging', isReadOnly: true }],
  ])(
    'can tighten the guards of an environment, and loosen none: user %o, workspace %o',
    (user, workspace, effective) => {
      const environments = readEnvironments({
        user: [{ name: 'Ours', baseUrl: url, ...user }],
        workspace: [{ name: 'Theirs', baseUrl: `${url}/`, ...workspace }],
      });
      expect(environments.list).toEqual([expect.objectContaining({ name: 'Ours', ...effective })]);
      expect(guardsAt(environments, baseUrl(url))).toMatchObject(effective);
    },
  );

  it.each([
    `${url}//`,
    'https://eu.example.com//api/v2',
    'https://eu.example.com/%61pi/v2',
    'https://eu.example.com/api/v2/jobs/..',
    'http://eu.example.com/api/v2',
    'https://eu.example.com:8443/api/v2',
    'https://EU.example.com./api/v2',
    'https://eu.example.com../api',
  ])('does not lead around the guards with another spelling of the address: %s', (other) => {
    const user = [{ ...production, readOnly: true }];
    const environments = readEnvironments({
      user,
      workspace: [{ name: 'Just a test', baseUrl: other, kind: 'development' }],
    });
    expect(guardsAt(environments, baseUrl(other))).toMatchObject({ kind: 'production', isReadOnly: true });
    expect(environmentAt(environments, baseUrl(other)), 'what is shown is what holds').toMatchObject({
      kind: 'production',
      isReadOnly: true,
    });
    expect(guardsAt(readEnvironments({ user }), baseUrl(other))).toMatchObject({
      kind: 'production',
      isReadOnly: true,
    });
  });

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
  const entries = fc.oneof(
    { weight: 5, arbitrary: fc.array(entry, { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'none', null) },
  );

  it('does not loosen anything, in any combination, nor does a remote machine', () => {
    fc.assert(
      fc.property(entries, entries, entries, anAddress, (user, remote, workspace, at) => {
        const [before, ...after] = [
          { user },
          { user, workspace },
          { user, remote },
          { user, remote, workspace },
        ].map((settings) => guardsAt(readEnvironments(settings), baseUrl(at)));
        for (const each of after) {
          expect(environmentKinds.indexOf(each.kind ?? 'development')).toBeGreaterThanOrEqual(
            environmentKinds.indexOf(before?.kind ?? 'development'),
          );
          expect(each.isReadOnly || before?.isReadOnly !== true).toBe(true);
        }
      }),
    );
  });

  it('does not loosen by a mistake in an entry of the user', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 4 }),
        fc.record({
          index: fc.nat(3),
          member: fc.constantFrom('name', 'kind', 'readOnly'),
          mistake: fc.oneof(mistakes, fc.constant({})),
        }),
        anAddress,
        (user, { index: mistaken, member, mistake }, at) => {
          const wrong = user.map((each, index) =>
            index === mistaken && mistake !== undefined ? { ...each, [member]: mistake } : each,
          );
          const [before, after] = [user, wrong].map((entries) =>
            guardsAt(readEnvironments({ user: entries }), baseUrl(at)),
          );
          expect(environmentKinds.indexOf(after?.kind ?? 'development')).toBeGreaterThanOrEqual(
            environmentKinds.indexOf(before?.kind ?? 'development'),
          );
          expect(after?.isReadOnly === true || before?.isReadOnly !== true).toBe(true);
        },
      ),
    );
  });

  it('does not speak in the user’s name: what only it or a remote machine names has a mark and its host, which are never cut off', () => {
    const long = 'A name that goes on and on and on and on and on and on';
    const { list } = readEnvironments({
      user: [production],
      remote: [{ ...production, name: 'Far', baseUrl: 'https://far.example.com' }],
      workspace: [
        { ...production, name: 'LIVE', baseUrl: 'https://elsewhere.example.com' },
        { ...production, name: long, baseUrl: 'https://long.example.com' },
        { ...production, name: 'Mine' },
      ],
    });
    expect(list.map(titleOf)).toEqual([
      'Live',
      'Far (remote machine) · far.example.com',
      'LIVE (workspace) · elsewhere.example.com',
      'A name that goes on and on an… (workspace) · long.example.com',
    ]);
  });

  it.each([
    // user, remote or workspace, effective
    [undefined, undefined, 'production'],
    [undefined, 'never', 'production'],
    [undefined, 'always', 'always'],
    ['never', undefined, 'never'],
    ['never', 'production', 'production'],
    ['always', 'never', 'always'],
    ['Always', 'never', 'always'],
    ['never', 7, 'always'],
  ])(
    'can ask for more confirmations, never for fewer: user %s, another level %s',
    (user, other, effective) => {
      expect(readConfirmation({ user, workspace: other })).toBe(effective);
      expect(readConfirmation({ user, remote: other })).toBe(effective);
      expect(readConfirmation({ user, remote: other, workspace: 'never' })).toBe(effective);
    },
  );
});

describe('a place', () => {
  const environments = readEnvironments({
    user: [
      { ...production, readOnly: true },
      { name: 'Trial', baseUrl: 'http://localhost:4000', kind: 'staging' },
    ],
  });
  const shown = (at: string) => {
    const { name, kind, isReadOnly } = placeAt(environments, baseUrl(at)) ?? {};
    return [name, kind, isReadOnly];
  };

  it('is an environment by its name, and any other address by host and path prefix, with the guards there', () => {
    expect(shown(url)).toEqual(['Live', 'production', true]);
    expect(shown('http://localhost:4000')).toEqual(['Trial', 'staging', false]);
    expect(shown('https://other.example.com/api')).toEqual(['other.example.com/api', undefined, false]);
    expect(shown('https://eu.example.com/other'), 'guarded, and not called by a kind').toEqual([
      'eu.example.com/other',
      undefined,
      true,
    ]);
  });

  it('of an address that the user does not name has the mark of whose settings do, and its host once', () => {
    const named = (level: 'remote' | 'user' | 'workspace') => {
      const place = placeAt(readEnvironments({}), baseUrl(url), level);
      return [place.name, titleOf(place), place.kind];
    };
    const label = 'eu.example.com/api/v2';
    expect(named('user')).toEqual([label, label, undefined]);
    expect(named('workspace')).toEqual([`${label} (workspace)`, `${label} (workspace)`, undefined]);
    expect(named('remote')[1]).toBe(`${label} (remote machine)`);
  });
});

it('a host with environments of several kinds gives an unnamed address the strictest, and a local port is a host of its own', () => {
  const at = (address: string) =>
    guardsAt(
      readEnvironments({
        user: [
          { name: 'Dev', baseUrl: 'https://eu.example.com/dev', kind: 'development' },
          { name: 'Live', baseUrl: 'https://eu.example.com/prod', kind: 'production' },
          { name: 'Try', baseUrl: 'http://localhost:4000', kind: 'staging', readOnly: true },
        ],
      }),
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
  expect(at('http://localhost:4001')).toEqual({ kind: undefined, isReadOnly: false });
});

it('a start is to be confirmed where the setting or the kind says so', () => {
  const asked = (kind: (typeof environmentKinds)[number] | undefined) =>
    confirmations.filter((confirmation) => mustConfirm(confirmation, { kind }));
  expect(asked('production')).toEqual(['production', 'always']);
  expect(asked('staging')).toEqual(['always']);
  expect(asked(undefined)).toEqual(['always']);
});

it('the settings of a level name an origin as the base URL or as an environment that can be used, whatever its path', () => {
  const origin = 'https://eu.example.com';
  expect(namesOrigin(origin, `${origin}/api`, undefined)).toBe(true);
  expect(namesOrigin(origin, '', [production])).toBe(true);
  expect(namesOrigin(origin, 'http://eu.example.com', [{ ...production, baseUrl: `${origin}:8443` }])).toBe(
    false,
  );
  expect(namesOrigin(origin, 7, [{ ...production, apiKey: 'x' }])).toBe(true);
  expect(namesOrigin(origin, 7, [{ ...production, baseUrl: 7 }])).toBe(false);
});

it.each([
  ['https://app.example.com/jobs/{key}', 'a/b 1', 'https://app.example.com/jobs/a%2Fb%201'],
  [
    'http://app.example.com/?job={key}&again={key}',
    'n1&x',
    'http://app.example.com/?job=n1%26x&again=n1%26x',
  ],
  ['https://app.example.com/jobs/{key}', '..', undefined],
  ['https://app.example.com/jobs/{key}', '', undefined],
  ['https://app.example.com/jobs/{key}', '\ud800', undefined],
])('with the web address %s a job is opened by its key: %s', (webUrl, key, address) => {
  const [environment] = readEnvironments({
    user: [{ name: 'EU', baseUrl: 'https://eu.example.com', kind: 'staging', webUrl }],
  }).list;
  expect(webAddress(environment?.webUrl ?? '', key)).toBe(address);
});

it('reads a web address of 20,000 slashes within milliseconds', () => {
  const webUrl = `https://${'/'.repeat(20_000)}`;
  const user = [{ name: 'EU', baseUrl: 'https://eu.example.com', kind: 'staging', webUrl }];
  expect(processorTime(() => readEnvironments({ user }))).toBeLessThan(200);
});

it.each([
  'javascript:{key}',
  'https://{key}.example.com/',
  'https://app.example.com/jobs',
  'https://me:secret@app.example.com/{key}',
  'ftp://app.example.com/{key}',
  7,
])('a web address that is none, such as %s, is left out and told', (webUrl) => {
  const { list, problems } = readEnvironments({
    user: [{ name: 'EU', baseUrl: 'https://eu.example.com', kind: 'staging', webUrl }],
  });
  expect(list[0]?.webUrl).toBeUndefined();
  expect(problems).toEqual([
    '“EU”: “webUrl” is not used: it must begin with https:// or http:// and hold {key} after the host.',
  ]);
});

it('a start that no person picked is asked about, except on the local machine and in what the user calls development', () => {
  const environments = readEnvironments({
    user: [
      { ...production, kind: 'development' },
      { ...production, name: 'Staging', baseUrl: `${url}/b`, kind: 'staging' },
    ],
    workspace: [
      { name: 'Theirs', baseUrl: 'https://us.example.com', kind: 'development' },
      { name: 'Ours', baseUrl: 'https://third.example.com', kind: 'development' },
    ],
  });
  const asks = (at: string) => mustAskFor(environmentAt(environments, baseUrl(at)), baseUrl(at));
  expect([url, 'http://localhost:4000', 'https://127.0.0.1'].map(asks)).toEqual([false, false, false]);
  expect(
    [
      `${url}/b`,
      `${url}/unnamed`,
      'https://us.example.com',
      'https://else.example.com',
      'https://localhost.example.com',
    ].map(asks),
  ).toEqual([true, true, true, true, true]);
});

it('keeps the name that a workspace gave, without our mark, for links that another window reads', () => {
  const entry = { name: 'Theirs', baseUrl: 'https://us.example.com', kind: 'development' };
  expect(readEnvironments({ workspace: [entry] }).list).toMatchObject([
    { name: 'Theirs (workspace)', givenName: 'Theirs' },
  ]);
  expect(readEnvironments({ user: [entry] }).list[0]?.givenName).toBeUndefined();
});
