import { type QuickPickItem, QuickPickItemKind, ThemeIcon, l10n, window } from 'vscode';
import { type Grouping, groupings } from '../../model/browsing/grouping.ts';
import {
  type JobFilter,
  type NamePart,
  describeFilter,
  isFiltering,
  namesUnder,
  noValue,
} from '../../model/browsing/jobFilter.ts';
import type { JobList, LoadAllOptions } from '../../model/jobs/jobList.ts';
import { maxRefreshedPages } from '../../model/jobs/jobPages.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber, formatProgress } from '../../text/number.ts';
import { compareNames } from '../../text/order.ts';
import { day, hour } from '../../text/time.ts';
import { askForText, warnIfDisconnected, plain, withProgress } from '../feedback/notify.ts';
import type { ExtensionServices } from './extensionServices.ts';

/** Undefined if the question was dismissed. */
type NewFilter = Promise<JobFilter | undefined>;

interface PartItem extends QuickPickItem {
  readonly run?: () => NewFilter;
}

/** A part with one of a few values. */
type OnePart = 'state' | 'startedWithin' | 'updatedWithin' | 'age' | 'silence';

const spans = [hour, 8 * hour, day, 7 * day, 30 * day];
const longerThan = spans.map((from) => ({ from, to: null }));

/** New matches after which a search pauses. */
const matchesPerSearch = 50;

/** Asks for parts of the filter until Escape or Done, and applies each choice at once. */
export async function filterJobs({ browsing, connection, jobs }: ExtensionServices): Promise<void> {
  const { signal } = connection.require();
  for (;;) {
    const filter = browsing.filter;
    const item = (label: string, part: keyof JobFilter, ask: (title: string) => NewFilter): PartItem => ({
      label,
      description:
        filter[part] === undefined
          ? any()
          : plain(part === 'text' ? filter[part] : describeFilter({ [part]: filter[part] })),
      run: () => ask(label),
    });
    const one = <Part extends OnePart>(label: string, part: Part, values: readonly JobFilter[Part][]) =>
      item(label, part, (title) => pickOne(title, filter, part, values));
    const names = (label: string, part: NamePart) =>
      item(label, part, (title) => pickNames(title, part, filter, jobs));
    const items: PartItem[] = [
      one(l10n.t('State'), 'state', ['active', 'completed', 'unknown']),
      names(l10n.t('Workflow'), 'workflows'),
      names(l10n.t('Step'), 'steps'),
      names(l10n.t('Assigned to'), 'assignees'),
      names(l10n.t('Started by'), 'starters'),
      item(l10n.t('Text in names or key'), 'text', (title) => askText(title, filter)),
      one(l10n.t('Started'), 'startedWithin', spans),
      one(l10n.t('Updated'), 'updatedWithin', spans),
      one(l10n.t('Running'), 'age', longerThan),
      one(l10n.t('Unchanged'), 'silence', longerThan),
      ...(isFiltering(filter)
        ? [
            { label: '', kind: QuickPickItemKind.Separator },
            {
              label: l10n.t('Clear the filter'),
              iconPath: new ThemeIcon('clear-all'),
              run: () => Promise.resolve({}),
            },
            { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
          ]
        : []),
    ];
    const picked = await window.showQuickPick(items, {
      title: l10n.t('Filter Jobs'),
      placeHolder: l10n.t('Which jobs to show; parts are combined'),
    });
    if (picked?.run === undefined) return;
    const next = await picked.run();
    if (warnIfDisconnected(!signal.aborted)) return;
    if (next !== undefined) browsing.setFilter(next);
  }
}

function any(): string {
  return l10n.t('any');
}

/** Asks for one of the values of a part, or any. */
async function pickOne<Part extends OnePart>(
  title: string,
  filter: JobFilter,
  part: Part,
  values: readonly JobFilter[Part][],
): NewFilter {
  const items = values.map((value) => ({ label: describeFilter({ [part]: value }), value }));
  const picked = await window.showQuickPick([{ label: any(), value: undefined }, ...items], { title });
  return picked && { ...filter, [part]: picked.value };
}

async function pickNames(title: string, part: NamePart, filter: JobFilter, jobs: JobList): NewFilter {
  const counts = new Map<string, number>((filter[part] ?? []).map((name) => [name, 0]));
  for (const row of jobs.state.rows ?? []) {
    if (row.kind === 'job') {
      for (const name of namesUnder(part, row.job)) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const items = [...counts]
    .sort(([a], [b]) => compareNames(a, b))
    .map(([name, count]) => ({
      name,
      label: plain(name === noValue ? describeFilter({ [part]: [noValue] }) : name),
      description: String(count),
      picked: filter[part]?.includes(name) ?? false,
    }));
  const picked = await window.showQuickPick(items, {
    title,
    canPickMany: true,
    placeHolder: l10n.t('Names of the loaded jobs; pick none for any'),
  });
  return picked && { ...filter, [part]: picked.length === 0 ? undefined : picked.map(({ name }) => name) };
}

async function askText(title: string, filter: JobFilter): NewFilter {
  const text = await askForText({ title, value: filter.text ?? '', prompt: l10n.t('Leave empty for any') });
  return text === undefined ? undefined : { ...filter, text: oneLine(text) || undefined };
}

/** Asks what to group the jobs by. */
export async function groupJobs({ browsing, connection }: ExtensionServices): Promise<void> {
  const { signal } = connection.require();
  const names: Record<Grouping, string> = {
    none: l10n.t('Nothing: in the service’s order'),
    workflow: l10n.t('Workflow'),
    step: l10n.t('Step'),
    state: l10n.t('State'),
    day: l10n.t('Day of the start'),
  };
  const items = groupings.map((grouping) => ({
    label: names[grouping],
    grouping,
    ...(grouping === browsing.grouping ? { description: l10n.t('now') } : {}),
  }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Group Jobs By') });
  if (picked !== undefined && !warnIfDisconnected(!signal.aborted)) browsing.setGrouping(picked.grouping);
}

/** Loads all pages with progress that can be cancelled. */
export async function loadAllJobs(services: ExtensionServices): Promise<void> {
  const { signal } = services.connection.require();
  await services.jobs.ensureLoaded();
  if (!signal.aborted) await loadWithProgress(services, l10n.t('Loading all jobs'), formatProgress);
}

/** Loads page after page until {@link matchesPerSearch} more jobs match the filter. */
export async function searchFurther(services: ExtensionServices): Promise<void> {
  const matches = services.browsing.matchCounter(Date.now());
  const found = () => matches(services.jobs.state.rows ?? []);
  const wanted = found() + matchesPerSearch;
  const message = (loaded: number, total: number | null) =>
    l10n.t(
      '{0} found in {1} of {2}',
      formatNumber(found()),
      formatNumber(loaded),
      total === null ? '?' : formatNumber(total),
    );
  await loadWithProgress(services, l10n.t('Searching further'), message, () => found() >= wanted);
}

async function loadWithProgress(
  { jobs }: ExtensionServices,
  title: string,
  message: typeof formatProgress,
  until?: LoadAllOptions['until'],
): Promise<void> {
  await withProgress(title, async (cancelled, report) => {
    await jobs.loadAll({
      signal: cancelled,
      onProgress: (loaded, total) => report(message(loaded, total)),
      ...(until && { until }),
    });
  });
}

/** Most pages that **Refresh** reads again; a row states the age of the jobs on later pages. */
const pagesPerRefresh = 100;

/**
 * Reads the loaded jobs again, with progress that can be cancelled if they are many, or if it has to wait for
 * the load of all jobs.
 */
export async function refreshJobs({ jobs }: ExtensionServices, most = pagesPerRefresh): Promise<void> {
  const { count, loading } = jobs.state;
  if (loading !== 'all' && Math.min(count, most) <= maxRefreshedPages) return jobs.refresh({ most });
  await withProgress(l10n.t('Refreshing jobs'), (signal, report) =>
    jobs.refresh({ most, signal, onProgress: (read, total) => report(formatProgress(read, total)) }),
  );
}
