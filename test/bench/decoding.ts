import type { Bench } from './bench.ts';
import { loadProduct } from './loadProduct.ts';
import { alternate } from './rounds.ts';
import { wirePage } from './wireJobs.ts';

const jobs = 100_000;

/** From the text of an answer to checked jobs. */
export const decoding: Bench = async ({ scratch }) => {
  const { openEnvelope, readJobsPage } = await loadProduct(scratch);
  const texts = Array.from({ length: jobs / 50 }, (_, index) => JSON.stringify(wirePage(index + 1, jobs)));
  const answer = { request: 'GET /jobs', url: 'http://127.0.0.1/jobs', host: '127.0.0.1', status: 200, headers: new Headers() };
  const { ours, floor } = await alternate(
    9,
    2,
    () => texts.map((text, index) => readJobsPage(openEnvelope({ ...answer, text }), answer.request, index + 1)),
    () => texts.map((text) => JSON.parse(text) as unknown),
  );
  return [{ what: 'decoding 100,000 jobs; floor: `JSON.parse` alone', unit: 'ms', ours, floor, limit: { kind: 'ratio', most: 3 } }];
};
