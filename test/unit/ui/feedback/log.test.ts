import { describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../src/ui/feedback/log.ts';

const lines = vi.hoisted((): string[] => []);

vi.mock('vscode', () => ({
  window: { createOutputChannel: () => ({ info: (line: string) => lines.push(line) }) },
}));

const request = {
  method: 'GET',
  path: '/jobs?page=1',
  status: 200,
  outcome: 'ok',
  milliseconds: 7,
} as const;

describe('Log', () => {
  it('includes the service in each request after the service changes', () => {
    const log = createLog();
    for (const service of [
      'eu.example.com/api',
      'eu.example.com/api',
      'us.example.com',
      'eu.example.com/api',
    ]) {
      log.request({ ...request, service });
    }
    expect(lines).toEqual([
      'GET /jobs?page=1 200 7 ms',
      'GET /jobs?page=1 200 7 ms',
      'GET us.example.com/jobs?page=1 200 7 ms',
      'GET eu.example.com/api/jobs?page=1 200 7 ms',
    ]);
  });
});
