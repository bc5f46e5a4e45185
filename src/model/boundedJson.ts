import * as l10n from '@vscode/l10n';
import type { JobPage } from '../protocol.ts';

export type Json = JobPage['more'][string];

/** Deeper than any person reads, and as deep as every reader of a message can follow. */
export const maxDepth = 64;

/** What JSON.parse made, as JSON of bounded depth; numbers beyond its range as text. */
export function boundedJson(value: unknown, depth: number = maxDepth): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depth === 0) return l10n.t('(nested deeper than is shown)');
  if (Array.isArray(value)) return value.map((each) => boundedJson(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, boundedJson(each, depth - 1)]));
}
