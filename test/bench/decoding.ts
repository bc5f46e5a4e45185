import type { Bench } from './support/bench.ts';
import { decode, loadProduct } from './support/loadProduct.ts';
import { alternate } from './support/rounds.ts';
import { wirePages } from './support/wirePages.ts';

/** From the text of an answer to checked jobs. */
export const decoding: Bench = async ({ scratch }) => {
  const product = await loadProduct(scratch);
  const texts = wirePages(100_000);
  const times = await alternate(9, 2, () => texts.map((_, index) => decode(product, texts, index + 1)), () => texts.map((text) => JSON.parse(text) as unknown));
  return [{ what: 'decoding 100,000 jobs; floor: `JSON.parse` alone', unit: 'ms', ...times, limit: { kind: 'ratio', most: 5 } }];
};
