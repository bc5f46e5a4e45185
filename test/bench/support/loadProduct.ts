import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { JobsPage } from '../../../src/service/index.ts';
import { projectFolder } from '../../support/paths.ts';
import type * as product from './product.ts';

export type Product = typeof product;

/** Service and model with the same packages, minified, as in the bundle of the extension. */
export async function loadProduct(scratch: string): Promise<Product> {
  const file = join(scratch, 'product.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'product.ts')],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['worker'],
    alias: { '@vscode/l10n': join(projectFolder, 'node_modules/@vscode/l10n/dist/browser.js') },
    target: 'es2023',
    logLevel: 'warning',
  });
  return (await import(pathToFileURL(file).href)) as Product;
}

/** Checks a page, from 1, of these texts as the client does. */
export function decode({ openEnvelope, readJobsPage }: Product, texts: readonly string[], number: number): JobsPage {
  const answer = { request: 'GET /jobs', url: 'http://127.0.0.1/jobs', host: '127.0.0.1', status: 200, headers: new Headers(), text: texts[number - 1] ?? '' };
  return readJobsPage(openEnvelope(answer), answer, number);
}
