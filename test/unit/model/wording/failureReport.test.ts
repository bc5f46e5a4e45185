import { describe, expect, it } from 'vitest';
import { failureReport } from '../../../../src/model/wording/failureReport.ts';
import { ServiceError } from '../../../../src/service/index.ts';

const surroundings = { extensionVersion: '0.1.0', editorVersion: '1.104.0', host: 'local' };

describe('a failure report', () => {
  it('holds what helps, and nothing of the service', () => {
    const error = new ServiceError('unreadable', 'eu.example.com said: secret', { request: 'GET /jobs/job%2F1?x=1', status: 200, detail: 'data.job.key: expected string', advice: 'Ask.' });
    expect(failureReport(error, surroundings).split('\n')).toEqual([
      'Workflow Jobs 0.1.0, VS Code 1.104.0, extension host: local',
      'Kind: unreadable',
      'Request: GET /jobs/<key>?x=1',
      'HTTP status: 200',
      'Detail: data.job.key: expected string',
    ]);
  });

  it('says what there was not', () => {
    expect(failureReport(new ServiceError('notConfigured', 'x'), surroundings)).toMatch(/Request: none\nHTTP status: none$/);
  });
});
