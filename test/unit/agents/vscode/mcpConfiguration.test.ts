import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/agents/mcp/config.ts';
import type { Confirmation } from '../../../../src/model/starting/confirmation.ts';
import type { Guards } from '../../../../src/model/environments/environment.ts';
import {
  type McpFormat,
  mcpConfiguration,
} from '../../../../src/agents/vscode/mcpConfiguration.ts';
import type { BaseUrl } from '../../../../src/service/index.ts';
import { baseUrlOf } from '../../service/harness.ts';

const baseUrl = baseUrlOf('https://eu.example.com/api/v2');
const guards = {
  place: 'EU',
  scheme: '',
  canStart: true,
  isReadOnly: false,
  confirmStart: 'always',
  kind: 'staging',
} as const;

type Options = Guards & {
  readonly place: string | undefined;
  readonly scheme: string;
  readonly canStart: boolean;
  readonly confirmStart: Confirmation;
};
const configurationOf = (
  serverPath: string,
  { place, scheme, canStart, isReadOnly, confirmStart, kind }: Options,
  {
    at = baseUrl,
    format = 'vscode',
    variables = {},
  }: {
    readonly at?: BaseUrl;
    readonly format?: McpFormat;
    readonly variables?: Readonly<Record<string, string>>;
  } = {},
) =>
  mcpConfiguration(format, {
    serverPath,
    baseUrl: at,
    place,
    apiKeyHeader: { header: 'X-Key', scheme },
    guards: { kind, isReadOnly },
    canStart,
    confirmStart,
    variables,
  });

describe('mcpConfiguration', () => {
  it('returns the connected service and its start restrictions in the VS Code format', () => {
    expect(configurationOf('/extension/dist/mcp/server.js', guards)).toEqual({
      inputs: [
        {
          type: 'promptString',
          id: 'workflow-jobs-api-key',
          description: 'WORKFLOW_JOBS_API_KEY: https://eu.example.com',
          password: true,
        },
      ],
      servers: {
        'workflow-jobs': {
          type: 'stdio',
          command: 'node',
          args: ['/extension/dist/mcp/server.js'],
          env: {
            WORKFLOW_JOBS_BASE_URL: 'https://eu.example.com/api/v2',
            WORKFLOW_JOBS_API_KEY: '${input:workflow-jobs-api-key}',
            WORKFLOW_JOBS_API_KEY_HEADER: 'X-Key',
            WORKFLOW_JOBS_API_KEY_SCHEME: '',
            WORKFLOW_JOBS_CAN_START: '1',
            WORKFLOW_JOBS_READ_ONLY: '0',
            WORKFLOW_JOBS_CONFIRM_START: 'always',
            WORKFLOW_JOBS_KIND: 'staging',
            WORKFLOW_JOBS_PLACE: 'EU',
          },
        },
      },
    });
  });

  it.each([
    [
      { confirmStart: 'production', kind: 'production' },
      { canStart: true, mustConfirm: true },
    ],
    [
      { confirmStart: 'production', kind: 'staging' },
      { canStart: true, mustConfirm: false },
    ],
    [
      { confirmStart: 'production', kind: undefined, place: undefined },
      { canStart: true, mustConfirm: true, kind: 'production', place: 'eu.example.com/api/v2' },
    ],
    [{ confirmStart: 'always' }, { canStart: true, mustConfirm: true }],
    [
      { confirmStart: 'never', kind: 'production' },
      { canStart: true, mustConfirm: false },
    ],
    [{ confirmStart: 'never', isReadOnly: true }, { canStart: false }],
    [{ confirmStart: 'never', canStart: false }, { canStart: false }],
  ] as const)('passes the start restrictions %j to the MCP server', (differing, expected) => {
    const { servers } = configurationOf('/server.js', {
      ...guards,
      scheme: 'Token',
      ...differing,
    }) as {
      servers: Record<string, { env: Record<string, string> }>;
    };
    expect(
      readConfig({ ...servers['workflow-jobs']?.env, WORKFLOW_JOBS_API_KEY: 'secret' }),
    ).toMatchObject({
      place: 'EU',
      baseUrl,
      ...expected,
      credential: { name: 'X-Key', value: 'Token secret' },
    });
  });

  it('escapes all VS Code variables except the variable for the API key', () => {
    const text = JSON.stringify(
      configurationOf('/server.js', {
        ...guards,
        place: '${env:HOME} (workspace)',
        scheme: '${command:x}',
      }),
    );
    expect(text.match(/\$\{[^}]*\}/g)).toEqual(['${input:workflow-jobs-api-key}']);
  });

  it('uses a placeholder for the API key in the format for other assistants', () => {
    const configuration = configurationOf('/server.js', guards, { format: 'mcpServers' }) as {
      mcpServers: Record<string, { env: Record<string, string> }>;
    };
    expect(Object.keys(configuration)).toEqual(['mcpServers']);
    const { env } = configuration.mcpServers['workflow-jobs'] ?? {};
    expect(() => readConfig({ ...env })).toThrow(
      'WORKFLOW_JOBS_API_KEY: replace this placeholder with the API key.',
    );
    expect(readConfig({ ...env, WORKFLOW_JOBS_API_KEY: 'secret' })).toMatchObject({ place: 'EU' });
  });

  const environmentOf = (variables: Readonly<Record<string, string>>, format: McpFormat) => {
    const { servers, mcpServers = servers } = configurationOf('/server.js', guards, {
      format,
      variables,
    }) as Record<string, Record<string, { env: Record<string, string> }>>;
    const { env = {} } = mcpServers?.['workflow-jobs'] ?? {};
    return Object.fromEntries(Object.entries(env).filter(([name]) => name.endsWith('_PROXY')));
  };

  it.each(['vscode', 'mcpServers'] as const)(
    'includes the proxy variables in the %s format',
    (format) => {
      const variables = {
        HTTP_PROXY: 'http://proxy.example:8080',
        https_proxy: 'http://lower.example:8080',
        HTTPS_PROXY: 'http://upper.example:8080',
        no_proxy: 'localhost,.example',
      };
      expect(environmentOf(variables, format)).toEqual({
        HTTP_PROXY: 'http://proxy.example:8080',
        HTTPS_PROXY: 'http://lower.example:8080',
        NO_PROXY: 'localhost,.example',
      });
    },
  );

  it('omits proxy variables that contain a password', () => {
    const variables = {
      HTTPS_PROXY: 'http://me:secret@proxy.example:8080',
      NO_PROXY: 'localhost',
    };
    expect(environmentOf(variables, 'mcpServers')).toEqual({ NO_PROXY: 'localhost' });
  });

  it('escapes VS Code variables in proxy variables', () => {
    expect(environmentOf({ NO_PROXY: '${command:x}' }, 'vscode')).toEqual({
      NO_PROXY: '$ {command:x}',
    });
  });

  it('allows http only if the base URL is an http URL on another machine', () => {
    const allowed = (url: string) =>
      JSON.stringify(configurationOf('/server.js', guards, { at: baseUrlOf(url) })).includes(
        '"WORKFLOW_JOBS_ALLOW_HTTP":"1"',
      );
    expect(allowed('http://intranet.example/api')).toBe(true);
    expect(allowed('https://intranet.example/api')).toBe(false);
    expect(allowed('http://127.0.0.1:8080')).toBe(false);
  });
});
