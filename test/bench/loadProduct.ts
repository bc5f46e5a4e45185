import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { projectFolder } from '../support/paths.ts';
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

export function createClient({ createServiceClient, readBaseUrl }: Product, url: string) {
  const reading = readBaseUrl(url);
  if (reading.kind !== 'valid') throw new Error(reading.problem);
  return createServiceClient({ baseUrl: reading.baseUrl, credential: () => Promise.resolve(undefined), requestTimeout: () => 15_000, onDidRequest: () => {} });
}

export const never = new AbortController().signal;
