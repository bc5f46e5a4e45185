import { expect, it, onTestFinished } from 'vitest';
import { createFieldList } from '../../../../src/model/fields/fieldList.ts';
import { JobWaiter } from '../../../../src/model/following/jobWaiter.ts';
import { JobList } from '../../../../src/model/jobs/jobList.ts';
import {
  type CredentialHeader,
  ServiceError,
  isOutcomeUnknown,
  listenForFaults,
} from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope } from '../../../support/service/service.ts';
import { baseUrlOf, connected, failureOf, patient, startJob } from '../../service/harness.ts';

/** Everything that the log would hold of faults. */
function faultsHeard(): [where: string, fault: unknown][] {
  const heard: [string, unknown][] = [];
  listenForFaults((where, fault) => heard.push([where, fault]));
  onTestFinished(() => listenForFaults(() => undefined));
  return heard;
}

const bug = new TypeError('rows is not iterable');
const broken = () => Promise.reject(bug);
const ownFault = {
  kind: 'internal',
  message: 'Something in the Workflow Jobs extension went wrong.',
  advice: 'The log says what.',
  cause: bug,
};

it('is logged with where it happened, and not called unreadable, in a load', async () => {
  const heard = faultsHeard();
  const [fields, jobs] = [createFieldList(), new JobList()];
  fields.connect(broken);
  jobs.connect(broken);
  await Promise.all([fields.ensureLoaded(), jobs.ensureLoaded()]);
  expect([fields.state.failure, jobs.state.failure?.error]).toMatchObject([ownFault, ownFault]);
  expect(heard.map(([, fault]) => fault)).toEqual([bug, bug]);
});

it('is logged with where it happened, and ends a wait', async () => {
  const heard = faultsHeard();
  const client = {
    baseUrl: baseUrlOf('https://one.example'),
    listFields: broken,
    listJobs: broken,
    getJob: broken,
  };
  const outcome = new JobWaiter(client).wait('job_1', { timeout: 1000, signal: patient() });
  expect(await outcome).toMatchObject({ kind: 'connectionLost', error: ownFault });
  expect(heard).toEqual([['wait', bug]]);
});

it('is logged with where it happened, and leaves the outcome unknown, after a start was sent', async () => {
  const heard = faultsHeard();
  const { client } = await connected(envelope({ job: aJob() }), {
    credential: () => Promise.resolve({ name: 'X-API-Key', value: 'k3y' } as CredentialHeader),
  });
  const error = await failureOf(client.change(startJob('wf_1'), patient()));
  expect(error).toMatchObject({ kind: 'internal', request: 'POST /jobs' });
  expect(isOutcomeUnknown(error)).toBe(true);
  expect(heard).toEqual([['POST /jobs', expect.any(TypeError)]]);
});

it('is told apart from a load that was replaced, and from a failure of the service', async () => {
  const heard = faultsHeard();
  const jobs = new JobList();
  jobs.connect(
    (_page, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      ),
  );
  const settled = jobs.ensureLoaded();
  await Promise.resolve();
  jobs.connect(() => Promise.reject(new ServiceError('serverFault', 'It failed.')));
  await Promise.all([settled, jobs.ensureLoaded()]);
  expect(heard).toEqual([]);
});
