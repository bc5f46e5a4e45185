import { describe, expect, it } from 'vitest';
import {
  type ConnectionFacts,
  describeConnection,
  failureReport,
  hostName,
  startedText,
} from '../../../../src/model/wording/reports.ts';
import { ServiceError } from '../../../../src/service/index.ts';
import { baseUrlOf } from '../../service/harness.ts';
import { job } from '../builders.ts';

function report(overrides: Partial<ConnectionFacts> = {}): string[] {
  const works = { records: [], error: undefined };
  return describeConnection({
    extensionVersion: '1.0.0',
    editorVersion: '1.104.0',
    host: 'local',
    baseUrl: baseUrlOf('https://eu.example.com/api'),
    keyHeader: 'Authorization: Bearer …',
    requestTimeout: 15_000,
    fields: { name: 'GET /fields', ...works, count: 3 },
    jobs: { name: 'GET /jobs?page=1', ...works, count: 50, total: 4213, paginated: true },
    singleJob: { name: 'GET /jobs/{key}', ...works },
    ...overrides,
  }).split('\n');
}

const single = (error: ServiceError): Partial<ConnectionFacts> => ({
  singleJob: { name: 'GET /jobs/{key}', records: [], error },
});
const offersSingle = (lines: readonly string[]) =>
  lines.find((line) => line.startsWith('- Supports GET'));

describe('Start message', () => {
  it('shows the workflow name, or the job key if there is no workflow', () => {
    const named = job('job_1', { activeWorkflows: [{ key: 'wf_a', name: 'Contract Review' }] });
    expect(startedText('wf_a', named)).toBe('Started Contract Review (wf_a).');
    expect(startedText('wf_a', job('job_1', { activeWorkflows: [] }), 'Task “x”')).toBe(
      'Task “x” started job_1 (wf_a).',
    );
  });

  it('isolates a right-to-left name from the key', () => {
    expect(startedText('7', job('job_1', { activeWorkflows: [{ key: '7', name: 'אישור' }] }))).toBe(
      'Started \u2068אישור\u2069 (7).',
    );
  });
});

describe('Connection report', () => {
  it('states that no problems were found if all requests succeed', () => {
    const lines = report();
    expect(lines[2]).toBe('**No problems were found.**');
    expect(lines).toEqual(
      expect.arrayContaining([
        '- Fields: 3',
        '- Total jobs: 4,213',
        '- Supports GET /jobs/{key}: yes',
        '- API key: stored, sent as `Authorization: Bearer …`',
      ]),
    );
  });

  it('escapes markup in URLs, settings, and messages', () => {
    const markup = '[x](command:workbench.action.quit) <b>';
    const error = new ServiceError('serverFault', markup, {
      status: 500,
      advice: markup,
      detail: markup,
    });
    const lines = report({
      baseUrl: baseUrlOf('https://eu.example.com/[x](command:a)'),
      keyHeader: markup,
      fields: { name: 'GET /fields', records: [], error },
    });
    const text = lines.filter((line) => /\[x\]/.test(line.replace(/`[^`]*`/g, '')));
    expect(text).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        '- Base URL: `https://eu.example.com/[x](command:a)`',
        '- GET /fields: \\[x\\](command:workbench.action.quit) \\<b\\>',
      ]),
    );
  });

  it.each([
    new ServiceError('notFound', 'No.', { status: 404 }),
    new ServiceError('rejected', 'No.', { status: 405 }),
    new ServiceError('serverFault', 'No.', { status: 501 }),
  ])('does not report HTTP $status for a single job as a problem', (error) => {
    const lines = report(single(error));
    expect(lines[2]).toBe('**No problems were found.**');
    expect(offersSingle(lines)).toBe(
      '- Supports GET /jobs/{key}: no, the job list is used instead',
    );
  });

  it.each([
    new ServiceError('unauthorized', 'It is not allowed.', {
      status: 403,
      advice: 'Ask for the right.',
    }),
    new ServiceError('serverFault', 'It failed.', { status: 500 }),
    new ServiceError('timeout', 'It took too long.'),
    new ServiceError('unreadable', 'It was damaged.', { status: 200 }),
  ])('shows the error “$kind” if a single job cannot be loaded', (error) => {
    const lines = report(single(error));
    expect(lines[2]).toBe(`**${error.message}** ${error.advice ?? ''}`.trim());
    expect(offersSingle(lines)).toBe('- Supports GET /jobs/{key}: unknown');
    expect(lines).toContain(`- GET /jobs/{key}: ${error.message}`);
  });

  it('lists every attempt to send a request', () => {
    const answered = {
      service: 'eu.example.com',
      method: 'GET',
      path: '/fields',
      status: 503,
      outcome: 'serverFault',
      milliseconds: 1250,
    } as const;
    const lines = report({
      fields: {
        name: 'GET /fields',
        records: [answered, { ...answered, status: 200, outcome: 'ok', milliseconds: 9 }],
        error: undefined,
        count: 1200,
      },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        '- Extension host: local',
        '- Versions: Workflow Jobs 1.0.0, VS Code 1.104.0',
        '- Request timeout: 15 s',
        '- GET /fields: OK',
        '  - Attempt 1: HTTP 503, 1,250 ms, serverFault',
        '  - Attempt 2: HTTP 200, 9 ms, ok',
        '- Fields: 1,200',
        '- Jobs on the first page: 50',
        '- Reports whether there are more pages: yes',
      ]),
    );
  });

  it('states that no API key is stored for the origin', () => {
    expect(report({ keyHeader: undefined })).toContain('- API key: none stored for this origin');
  });

  it('shows the header that contains the API key', () => {
    expect(report({ keyHeader: 'X-API-Key: …' })).toContain(
      '- API key: stored, sent as `X-API-Key: …`',
    );
  });

  it('shows “not reported” or “unknown” for missing values', () => {
    const works = { records: [], error: undefined };
    const unreported = report({
      jobs: { name: 'GET /jobs?page=1', ...works, count: 0, total: null, paginated: false },
      singleJob: undefined,
    });
    expect(unreported).toEqual(
      expect.arrayContaining([
        '- Jobs on the first page: 0',
        '- Total jobs: not reported',
        '- Reports whether there are more pages: no',
        '- Supports GET /jobs/{key}: not checked (no job available)',
      ]),
    );
    const unknown = report({ jobs: { name: 'GET /jobs?page=1', ...works } });
    expect(unknown).toEqual(
      expect.arrayContaining([
        '- Jobs on the first page: unknown',
        '- Total jobs: not reported',
        '- Reports whether there are more pages: unknown',
      ]),
    );
  });

  it('shows the first error and its advice at the top', () => {
    const error = new ServiceError('unreachable', 'Nothing answers.', {
      advice: 'Check the port.',
      detail: 'ECONNREFUSED',
    });
    const failed = {
      records: [
        {
          service: 'eu.example.com',
          method: 'GET',
          path: '/fields',
          status: undefined,
          outcome: 'unreachable',
          milliseconds: 3,
        } as const,
      ],
      error,
    };
    const lines = report({
      fields: { name: 'GET /fields', ...failed },
      jobs: { name: 'GET /jobs?page=1', ...failed },
      singleJob: undefined,
    });
    expect(lines[2]).toBe('**Nothing answers.** Check the port.');
    expect(lines).toEqual(
      expect.arrayContaining([
        '- GET /fields: Nothing answers.',
        '  - Attempt 1: no response, 3 ms, unreachable',
        '  - ECONNREFUSED',
        '- Fields: unknown',
      ]),
    );
  });

  it('shows a failed request at the top instead of an unreadable entry', () => {
    const fields = {
      name: 'GET /fields',
      records: [],
      error: new ServiceError('unreadable', 'One entry.'),
      count: 3,
    };
    const failed = {
      records: [],
      error: new ServiceError('serverFault', 'It failed.', { status: 500 }),
    };
    expect(report({ fields })[2]).toBe('**One entry.**');
    expect(
      report({ fields, jobs: { name: 'GET /jobs?page=1', ...failed }, singleJob: undefined })[2],
    ).toBe('**It failed.**');
    expect(report({ fields, singleJob: { name: 'GET /jobs/{key}', ...failed } })[2]).toBe(
      '**It failed.**',
    );
    expect(
      report({ fields, ...single(new ServiceError('notFound', 'No.', { status: 404 })) })[2],
    ).toBe('**One entry.**');
  });
});

const surroundings = { extensionVersion: '0.1.0', editorVersion: '1.104.0', host: 'local' };

describe('Error report', () => {
  it('omits base URLs and messages from the service', () => {
    const error = new ServiceError('unreadable', 'eu.example.com said: secret', {
      request: 'GET /jobs/job%2F1?x=1',
      status: 200,
      detail: 'data.job.key: expected string',
      advice: 'Ask.',
    });
    expect(failureReport(error, surroundings).split('\n')).toEqual([
      'Workflow Jobs 0.1.0, VS Code 1.104.0, extension host: local',
      'Kind: unreadable',
      'Request: GET /jobs/<key>?x=1',
      'HTTP status: 200',
      'Detail: data.job.key: expected string',
    ]);
  });

  it('shows “none” for missing values', () => {
    expect(failureReport(new ServiceError('notConfigured', 'x'), surroundings)).toMatch(
      /Request: none\nHTTP status: none$/,
    );
  });
});

describe('hostName', () => {
  it.each([
    [{ isBrowser: true, isBesideWindow: true, remoteName: undefined }, 'web'],
    [{ isBrowser: false, isBesideWindow: true, remoteName: undefined }, 'local'],
    [{ isBrowser: false, isBesideWindow: false, remoteName: 'ssh-remote' }, 'remote (ssh-remote)'],
    [{ isBrowser: false, isBesideWindow: true, remoteName: 'ssh-remote' }, 'local'],
    [{ isBrowser: true, isBesideWindow: true, remoteName: 'codespaces' }, 'web'],
  ])('maps the window properties %j to the host “%s”', (host, name) => {
    expect(hostName(host)).toBe(name);
  });
});
