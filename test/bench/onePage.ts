import type { Bench } from './bench.ts';
import { createClient, loadProduct, never } from './loadProduct.ts';
import { startPagesService } from './pagesService.ts';
import { alternate } from './rounds.ts';

/** The collection of garbage before a round also takes what V8 has compiled: so many that learning it anew does not count. */
const pagesPerRound = 400;

/** One page of 50 over loopback HTTP, from the request to the model. */
export const onePage: Bench = async ({ scratch }) => {
  const service = await startPagesService(500);
  try {
    const client = createClient(await loadProduct(scratch), service.url);
    const repeat = async (work: (page: number) => Promise<unknown>) => {
      for (let index = 0; index < pagesPerRound; index++) await work((index % 10) + 1);
    };
    const { ours, floor } = await alternate(
      11,
      2,
      () => repeat((page) => client.listJobs(page, never)),
      () => repeat(async (page) => JSON.parse(await (await fetch(`${service.url}/jobs?page=${page}`)).text()) as unknown),
    );
    return [
      {
        what: 'one page of 50 over loopback HTTP, request to validated model; floor: `fetch` and `JSON.parse`',
        unit: 'ms',
        ours: ours / pagesPerRound,
        floor: floor / pagesPerRound,
        limit: { kind: 'ratio', most: 1.3 },
      },
    ];
  } finally {
    await service.close();
  }
};
