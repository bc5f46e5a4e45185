import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listFields, listJobs } from '../../../../src/service/endpoints.ts';
import type { HttpResponse } from '../../../../src/service/http/transport.ts';
import { openEnvelope } from '../../../../src/service/schema/envelope.ts';
import { readFields } from '../../../../src/service/schema/fields.ts';
import {
  canReadPeople,
  findJob,
  findJobArray,
  readJob,
  readPeople,
} from '../../../../src/service/schema/jobs.ts';
import { normalizeList } from '../../../../src/service/schema/valueTypes.ts';
import type { JsonObject } from '../../../../src/service/schema/readable.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { aField, aJob } from '../../../support/service/builders.ts';
import { codePoint, webUrl } from '../../codePoint.ts';
import { jsonValue } from '../../jsonValue.ts';

/** Parses all parts of a response that the client can parse. */
function readEverything(data: JsonObject, response: HttpResponse): void {
  const { fields, assignedTo } = data;
  const list = normalizeList(fields);
  if (Array.isArray(list)) readFields(list);
  readJob(findJob(data), 'data.job');
  for (const person of readPeople(assignedTo)) {
    expect(Object.values(person).every((each) => each === null || typeof each === 'string')).toBe(
      true,
    );
  }
  canReadPeople(assignedTo);
  // This must be the last step, because it throws an error for data without a list.
  if (findJobArray(data) !== undefined) listJobs(1).read(data, response);
}

const member = fc.oneof(
  { depthSize: 'small' },
  jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    [],
    {},
    '',
    0,
    [null],
    aJob(),
    aField(),
    { 0: aJob() },
    { 1: aField() },
  ),
);
const someOf = (...names: string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, member])), { requiredKeys: [] });
const job = someOf(
  ...[
    'key',
    'activeWorkflows',
    'activeSteps',
    'startedBy',
    'assignedTo',
    'startedAt',
    'completedAt',
  ],
);
const pagination = someOf('currentPage', 'lastPage', 'hasMore', 'nextPage', 'perPage', 'total');
const data = fc.record(
  {
    fields: fc.oneof(member, fc.array(member)),
    jobs: fc.oneof(member, fc.array(fc.oneof(member, job))),
    job: fc.oneof(member, job),
    pagination: fc.oneof(member, pagination),
    rows: fc.array(job),
    assignedTo: member,
  },
  { requiredKeys: [] },
);
const envelope = fc.record(
  {
    status: fc.oneof(fc.constant('ok'), member),
    code: fc.oneof(fc.constant(200), member),
    data: fc.oneof(data, member),
    errors: member,
    error: member,
    message: member,
    detail: member,
  },
  { requiredKeys: [] },
);
const text = fc.oneof(
  fc.oneof(envelope, member).map((value) => JSON.stringify(value)),
  envelope.map((value) => JSON.stringify(value).slice(0, -3)),
  fc.string({ unit: codePoint }),
  fc.constantFrom('<html>', '{"data":{}}', '{"__proto__":{"data":{}}}'),
);
const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'text/html'),
    location: fc.oneof(
      webUrl,
      fc.constantFrom('//x', 'javascript:alert(1)', 'https://me:pw@x.example/y?token=1', ':::'),
    ),
    'retry-after': fc.constantFrom(
      '1',
      '-1',
      '1.5',
      '9'.repeat(400),
      'Wed, 21 Oct 2026 07:28:00 GMT',
      'x',
    ),
  },
  { requiredKeys: [] },
);

describe('openEnvelope', () => {
  it('throws only ServiceError for any response', () => {
    fc.assert(
      fc.property(
        text,
        fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })),
        headers,
        (body, status, sent) => {
          const response = {
            request: 'GET /jobs',
            url: 'http://127.0.0.1/jobs',
            host: '127.0.0.1',
            status,
            headers: new Headers(sent),
            text: body,
            sentKey: false,
            mask: undefined,
          };
          try {
            readEverything(openEnvelope(response, listFields), response);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(ServiceError);
            const { message } = thrown as ServiceError;
            expect([message === '', /me:pw|token=1/.test(message)]).toEqual([false, false]);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
