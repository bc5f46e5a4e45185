import { expect, it, vi } from 'vitest';
import { Answers } from '../../../../src/model/following/answers.ts';
import { failureOf, patient } from '../../service/harness.ts';
import { job } from '../builders.ts';
import { serverFault, serviceOf } from './serviceInMemory.ts';

it('tells each good answer of a client, and no other', async () => {
  const service = serviceOf(job('a'));
  const onAnswer = vi.fn();
  const answers = new Answers();
  answers.onDidAnswer(onAnswer);
  const client = answers.connect(service.client);
  await client.listFields(patient());
  await client.listJobs(1, patient());
  expect(await client.getJob('a', patient())).toMatchObject({ key: 'a' });
  expect(onAnswer).toHaveBeenCalledTimes(3);
  service.failure = serverFault();
  await failureOf(client.listJobs(1, patient()));
  await failureOf(client.getJob('a', patient()));
  expect(onAnswer).toHaveBeenCalledTimes(3);
});
