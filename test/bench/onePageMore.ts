import type { JobsPage } from '../../src/service/index.ts';
import type { Bench } from './bench.ts';
import { loadProduct, type Product } from './loadProduct.ts';
import { alternate } from './rounds.ts';
import { wirePage } from './wireJobs.ts';

const jobs = 150_000;
const pagesPerRound = 20;

/** What the model does for one more page: takes it in, and arranges what is shown. */
export const onePageMore: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const pages = (count: number) => Array.from({ length: count }, (_, index) => decode(product, index + 1));
  /** A list that has loaded so many of its own pages: what another has just read would be at hand. */
  const listOf = async (loaded: number, own: readonly JobsPage[]) => {
    const model = new product.JobList();
    model.connect((number) => Promise.resolve(own[number - 1] ?? decode(product, number)));
    const browsing = new product.JobBrowsing(model, { get: () => undefined, set: () => {} });
    await model.refresh();
    if (loaded > 1) await model.loadAll({ until: (rows) => rows.length >= loaded * 50 });
    browsing.show(Date.now());
    return { model, browsing };
  };
  type List = Awaited<ReturnType<typeof listOf>>;
  const more = async ({ model, browsing }: List) => {
    await model.loadMore();
    browsing.show(Date.now());
  };
  const late = await listOf(1999, pages(jobs / 50));
  const times = await alternate(
    15,
    3,
    async () => {
      for (let page = 0; page < pagesPerRound; page++) await more(late);
    },
    {
      prepare: () => Promise.all(Array.from({ length: pagesPerRound }, () => listOf(1, pages(2)))),
      run: async (lists: List[]) => {
        for (const list of lists) await more(list);
      },
    },
  );
  return [{ what: 'one more page after page 2,000, in the model; floor: page 2', unit: 'ms', ours: times.ours / pagesPerRound, floor: times.floor / pagesPerRound, limit: { kind: 'ratio', most: 1.5 } }];
};

function decode({ openEnvelope, readJobsPage }: Product, number: number): JobsPage {
  const answer = { request: 'GET /jobs', url: 'http://127.0.0.1/jobs', host: '127.0.0.1', status: 200, headers: new Headers(), text: JSON.stringify(wirePage(number, jobs)) };
  return readJobsPage(openEnvelope(answer), answer.request, number);
}
