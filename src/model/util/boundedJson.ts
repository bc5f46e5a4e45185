import * as l10n from '@vscode/l10n';
import type { ShownJob } from '../../protocol.ts';

export type Json = ShownJob['more'][string];

/** Deeper than any person reads, and as deep as every reader of a message can follow. */
const maxDepth = 64;

/** What JSON.parse made, as JSON of bounded depth; numbers beyond its range as text. */
export function boundedJson(value: unknown, depth: number = maxDepth): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object' || value === null) return value as Json;
  if (depth === 0) return l10n.t('(nested deeper than is shown)');
  if (Array.isArray(value)) return value.map((each) => boundedJson(each, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, boundedJson(each, depth - 1)]));
}

/** Within what JSON.stringify can follow. */
const deepest = 500;

/** What JSON.parse made, as text: JSON.parse goes deeper than JSON.stringify can follow. */
export function jsonText(raw: unknown, indent?: number): string {
  try {
    return JSON.stringify(raw, null, indent);
  } catch {
    return JSON.stringify(boundedJson(raw, deepest), null, indent);
  }
}
