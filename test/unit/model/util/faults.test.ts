import { describe, expect, it, onTestFinished } from 'vitest';
import { FieldList } from '../../../../src/model/fields/fieldList.ts';
import { JobFollower } from '../../../../src/model/following/jobFollower.ts';
import { WatchList } from '../../../../src/model/following/watchList.ts';
import { JobReader } from '../../../../src/model/jobs/jobReader.ts';
import {
  type CredentialHeader,
  ServiceError,
  isOutcomeUnknown,
  setBugListener,
} from '../../../../src/service/index.ts';
import { aJob } from '../../../support/service/builders.ts';
import { envelope } from '../../../support/service/service.ts';
import { connected, failureOf, patient, startJob } from '../../service/harness.ts';
import { createJobList, createJobStore, createKeyValueStore } from '../builders.ts';

/** Collects the errors that would be written to the log. */
function loggedFaults(): [where: string, fault: unknown][] {
  const logged: [string, unknown][] = [];
  setBugListener((where, fault) => logged.push([where, fault]));
  onTestFinished(() => setBugListener(() => undefined));
  return logged;
}

const bug = new TypeError('rows is not iterable');
const broken = () => Promise.reject(bug);
const ownFault = {
  kind: 'internal',
  message: 'An unexpected error occurred in the Workflow Jobs extension.',
  advice: 'See the log for details.',
  cause: bug,
};

describe('Internal error handling', () => {
  it('logs the error once for each failed load', async () => {
    const logged = loggedFaults();
    const [fields, { list }] = [new FieldList(broken), createJobList(broken)];
    await Promise.all([fields.ensureLoaded(), list.ensureLoaded()]);
    expect([fields.state.failure, list.state.failure?.error]).toMatchObject([ownFault, ownFault]);
    expect(logged.map(([, fault]) => fault)).toEqual([bug, bug]);
  });

  it('ends the wait for a job and returns the error', async () => {
    const logged = loggedFaults();
    const store = createJobStore();
    const getJob = () => Promise.reject(new ServiceError('rejected', 'No.', { status: 405 }));
    const reader = new JobReader({ listJobs: broken, getJob, store });
    const watches = new WatchList(createKeyValueStore());
    const follower = new JobFollower({ reader, store, watches });
    onTestFinished(() => follower.dispose());
    const outcome = await follower.wait('job_1', { timeout: 1000, signal: patient() });
    expect(outcome).toMatchObject({ kind: 'connectionLost', error: ownFault });
    expect(logged).toEqual([['follow', bug]]);
  });

  it('reports an unknown outcome if the start request was already sent', async () => {
    const logged = loggedFaults();
    const { client } = await connected(envelope({ job: aJob() }), {
      credential: () => Promise.resolve({ name: 'X-API-Key', value: 'k3y' } as CredentialHeader),
    });
    const error = await failureOf(client.change(startJob('wf_1'), patient()));
    expect(error).toMatchObject({ kind: 'internal', request: 'POST /jobs' });
    expect(isOutcomeUnknown(error)).toBe(true);
    expect(logged).toEqual([['POST /jobs', expect.any(TypeError)]]);
  });
});

describe('Service error handling', () => {
  it('does not log service errors as bugs', async () => {
    const logged = loggedFaults();
    const { list } = createJobList(
      (_page, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        ),
    );
    const settled = list.ensureLoaded();
    await Promise.resolve();
    list.dispose();
    const { list: failing } = createJobList(() =>
      Promise.reject(new ServiceError('serverFault', 'It failed.')),
    );
    await Promise.all([settled, failing.ensureLoaded()]);
    expect(logged).toEqual([]);
  });
});
