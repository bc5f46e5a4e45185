import * as l10n from '@vscode/l10n';
import { isJsonObject } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { isSameJson } from '../util/json.ts';
import { trimmedTextSchema } from '../util/schemas.ts';
import { type JobFilter, isFiltering, readFilter } from './jobFilter.ts';

/** Saved filter in the format of the `workflowJobs.filters` setting. */
export type NamedFilter = JobFilter & { readonly name: string };

/**
 * Validates the `workflowJobs.filters` setting. Returns the valid filters and a message for each
 * problem. If several filters have the same name, the last filter is used, so that folder settings
 * override user settings.
 */
export function readNamedFilters(entries: readonly unknown[]): {
  readonly filters: readonly NamedFilter[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const filters = new Map<string, NamedFilter>();
  for (const [index, entry] of entries.entries()) {
    const name = trimmedTextSchema.safeParse(isJsonObject(entry) ? entry['name'] : undefined).data;
    if (name === undefined) {
      problems.push(l10n.t('Filter number {0} is ignored because it has no name.', index + 1));
      continue;
    }
    const reading = readFilter(entry);
    problems.push(
      ...reading.problems.map((problem) =>
        l10n.t('Filter “{0}”: {1}', singleLine(name, 60), problem),
      ),
    );
    if (isFiltering(reading.filter)) filters.set(name, { name, ...reading.filter });
  }
  return { filters: [...filters.values()], problems };
}

/** Returns the name of the saved filter with the same conditions, or undefined if there is none. */
export function nameOfFilter(
  filters: readonly NamedFilter[],
  filter: JobFilter,
): string | undefined {
  return filters.find((saved) => isSameJson(saved, { ...filter, name: saved.name }))?.name;
}
