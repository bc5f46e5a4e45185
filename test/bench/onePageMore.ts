import type { Bench } from './support/bench.ts';
import { decode, loadProduct } from './support/loadProduct.ts';
import { alternate } from './support/rounds.ts';
import { wirePages } from './support/wirePages.ts';

const jobs = 150_000;
const pagesPerRound = 20;

/** What the model does for one more page: takes it in, and arranges the rows. */
export const onePageMore: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const texts = wirePages(jobs);
  /** A list that has loaded these pages; each list decodes its own, because one that another has just read would be in the processor's cache. */
  const listOf = async (loaded: number, decoded: number) => {
    const pages = Array.from({ length: decoded }, (_, index) => decode(product, texts, index + 1));
    const model = new product.JobList();
    model.connect((number) => Promise.resolve(pages[number - 1] ?? decode(product, texts, number)));
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
  const late = await listOf(1999, texts.length);
  const times = await alternate(
    15,
    3,
    async () => {
      for (let page = 0; page < pagesPerRound; page++) await more(late);
    },
    {
      prepare: () => Promise.all(Array.from({ length: pagesPerRound }, () => listOf(1, 2))),
      run: async (lists: List[]) => {
        for (const list of lists) await more(list);
      },
    },
  );
  return [{ what: 'one more page after page 2,000, in the model; floor: page 2', unit: 'ms', ours: times.ours / pagesPerRound, floor: times.floor / pagesPerRound, limit: { kind: 'ratio', most: 1.5 } }];
};
