import assert from 'node:assert/strict';
import { createLog } from '../../../src/ui/feedback/log.ts';
import { atEnd } from '../support/atEnd.ts';
import { captures } from '../support/captures.ts';

test('The log contains the host of a request if requests went to several services', () => {
  const log = createLog();
  atEnd(() => log.dispose());
  const before = captures.logLines.length;
  for (const service of [
    'eu.example.com/api',
    'eu.example.com/api',
    'us.example.com',
    'eu.example.com/api',
  ]) {
    log.request({
      service,
      method: 'GET',
      path: '/jobs?page=1',
      status: 200,
      outcome: 'ok',
      milliseconds: 7,
    });
  }
  assert.deepEqual(captures.logLines.slice(before), [
    'GET /jobs?page=1 200 7 ms',
    'GET /jobs?page=1 200 7 ms',
    'GET us.example.com/jobs?page=1 200 7 ms',
    'GET eu.example.com/api/jobs?page=1 200 7 ms',
  ]);
});
