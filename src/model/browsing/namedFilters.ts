import * as l10n from '@vscode/l10n';
import { isJsonObject } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { isSameJson } from '../util/json.ts';
import { trimmedTextSchema } from '../util/schemas.ts';
import { type JobFilter, describeFilter, isFiltering, readFilter } from './jobFilter.ts';

/** A filter from the `workflowJobs.filters` setting. */
export interface NamedFilter {
  readonly name: string;
  readonly filter: JobFilter;
}

/** An entry of the `workflowJobs.filters` setting: a name and the parts of the filter. */
export type FilterEntry = JobFilter & { readonly name: string };

/**
 * Validates the setting. Returns the filters, and a sentence for each omitted entry or part. If several entries
 * have the same name, the last entry is used, because the folder's entries follow the user's entries.
 */
export function readNamedFilters(entries: readonly unknown[]): {
  readonly filters: readonly NamedFilter[];
  readonly problems: readonly string[];
} {
  const problems: string[] = [];
  const filters = new Map<string, NamedFilter>();
  for (const [index, entry] of entries.entries()) {
    const { name: givenName, ...parts } = isJsonObject(entry) ? entry : {};
    const name = trimmedTextSchema.safeParse(givenName).data;
    if (name === undefined) {
      problems.push(l10n.t('Filter {0} is ignored because it has no name.', index + 1));
      continue;
    }
    const reading = readFilter(parts);
    problems.push(
      ...reading.problems.map((problem) => l10n.t('Filter “{0}”: {1}', singleLine(name, 60), problem)),
    );
    if (isFiltering(reading.filter)) filters.set(name, { name, filter: reading.filter });
  }
  return { filters: [...filters.values()], problems };
}

export function filterEntry(name: string, filter: JobFilter): FilterEntry {
  return { name, ...withoutUnset(filter) };
}

/** Returns the name under which a filter is saved. */
export function nameOfFilter(filters: readonly NamedFilter[], filter: JobFilter): string | undefined {
  const parts = withoutUnset(filter);
  return filters.find((saved) => isSameJson(saved.filter, parts))?.name;
}

/** Describes a filter by the name under which it is saved, or by its parts. */
export function describeNamed(filters: readonly NamedFilter[], filter: JobFilter): string {
  return nameOfFilter(filters, filter) ?? describeFilter(filter);
}

function withoutUnset(filter: JobFilter): JobFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, part]) => part !== undefined));
}
