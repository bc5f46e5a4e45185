import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openEnvelope } from '../../../../src/service/schema/envelope.ts';
import { readFields } from '../../../../src/service/schema/fields.ts';
import { findJob, findJobs, readJob, readPagination, readPeople } from '../../../../src/service/schema/jobs.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import type { JsonObject } from '../../../../src/service/schema/readable.ts';
import { aField, aJob } from '../../../support/service/builders.ts';

/** Everything the client reads out of an answer. */
function readEverything(data: JsonObject): void {
  const { fields, pagination, assignedTo } = data;
  if (Array.isArray(fields)) readFields(fields as unknown[]);
  (findJobs(data) ?? []).forEach((job, index) => readJob(job, `data.jobs[${index}]`));
  readJob(findJob(data), 'data.job');
  readPagination(pagination, 1);
  readPeople(assignedTo);
}

it('decodes any text with any status, or fails with a service error and nothing else: 10,000 answers', () => {
  const member = fc.oneof({ depthSize: 'small' }, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom<unknown>(null, [], {}, '', 0, aJob(), aField()));
  const data = fc.record({ fields: member, jobs: fc.oneof(member, fc.array(member)), job: member, pagination: member, rows: fc.array(member), assignedTo: member }, { requiredKeys: [] });
  const envelope = fc.record({ status: fc.oneof(fc.constant('ok'), member), code: fc.oneof(fc.constant(200), member), data: fc.oneof(data, member), errors: member, error: member, message: member, detail: member }, { requiredKeys: [] });
  const text = fc.oneof(envelope.map((value) => JSON.stringify(value)), member.map((value) => JSON.stringify(value)), fc.string(), envelope.map((value) => JSON.stringify(value).slice(0, -3)));
  fc.assert(
    fc.property(text, fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 })), fc.constantFrom('application/json', 'text/html', ''), (body, status, type) => {
      try {
        readEverything(openEnvelope({ request: 'GET /jobs', url: 'http://127.0.0.1/jobs', host: '127.0.0.1', status, headers: new Headers({ 'content-type': type }), text: body }));
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ServiceError);
        expect((thrown as ServiceError).message).not.toBe('');
      }
    }),
    { numRuns: 10_000 },
  );
});
