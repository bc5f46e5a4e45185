import { type QuickPickItem, QuickPickItemKind, ThemeIcon, l10n, window } from 'vscode';
import { type Grouping, groupings } from '../../model/browsing/grouping.ts';
import { type JobFilter, type NamePart, describeFilter, isFiltering, namesUnder, nobody } from '../../model/browsing/jobFilter.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { oneLine } from '../../text/inert.ts';
import { plain } from '../feedback/notify.ts';
import type { Parts } from './parts.ts';

/** Undefined where a person dismissed the question. */
type NewFilter = Promise<JobFilter | undefined>;

interface PartItem extends QuickPickItem {
  readonly run?: () => NewFilter;
}

type SpanPart = 'startedWithin' | 'updatedWithin';

const hour = 3_600_000;
const spans = [hour, 8 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour];

/** Asks for one part of the filter after the other until Escape or Done; each choice shows at once. */
export async function filterJobs({ browsing, jobs }: Parts): Promise<void> {
  for (;;) {
    const filter = browsing.filter;
    const item = (label: string, part: keyof JobFilter, ask: (title: string) => NewFilter): PartItem => ({
      label,
      description: filter[part] === undefined ? any() : plain(part === 'text' ? filter[part] : describeFilter({ [part]: filter[part] })),
      run: () => ask(label),
    });
    const names = (label: string, part: NamePart) => item(label, part, (title) => pickNames(title, part, filter, jobs));
    const span = (label: string, part: SpanPart) => item(label, part, (title) => pickOne(title, filter, part, spans));
    const items: PartItem[] = [
      item(l10n.t('State'), 'state', (title) => pickOne(title, filter, 'state', ['active', 'completed', 'unknown'])),
      names(l10n.t('Workflow'), 'workflows'),
      names(l10n.t('Step'), 'steps'),
      names(l10n.t('Assigned to'), 'assignees'),
      names(l10n.t('Started by'), 'starters'),
      item(l10n.t('Text in names or key'), 'text', (title) => askText(title, filter)),
      span(l10n.t('Started'), 'startedWithin'),
      span(l10n.t('Updated'), 'updatedWithin'),
      ...(isFiltering(filter)
        ? [
            { label: '', kind: QuickPickItemKind.Separator },
            { label: l10n.t('Clear the filter'), iconPath: new ThemeIcon('clear-all'), run: () => Promise.resolve({}) },
            { label: l10n.t('Done'), iconPath: new ThemeIcon('check') },
          ]
        : []),
    ];
    const picked = await window.showQuickPick(items, { title: l10n.t('Filter Jobs'), placeHolder: l10n.t('Which jobs to show; parts are combined') });
    if (picked?.run === undefined) return;
    const next = await picked.run();
    if (next !== undefined) browsing.setFilter(next);
  }
}

function any(): string {
  return l10n.t('any');
}

/** A filter with one part set, or without it where there is nothing to set. */
function withPart<Part extends keyof JobFilter>(filter: JobFilter, part: Part, value: JobFilter[Part] | undefined): JobFilter {
  const others = Object.fromEntries(Object.entries(filter).filter(([name]) => name !== part)) as JobFilter;
  return value === undefined ? others : { ...others, [part]: value };
}

/** Asks for one of the values of a part, or any. */
async function pickOne<Part extends 'state' | SpanPart>(title: string, filter: JobFilter, part: Part, values: readonly JobFilter[Part][]): NewFilter {
  const items = values.map((value) => ({ label: describeFilter({ [part]: value }), value }));
  const picked = await window.showQuickPick([{ label: any(), value: undefined }, ...items], { title });
  return picked === undefined ? undefined : withPart(filter, part, picked.value);
}

async function pickNames(title: string, part: NamePart, filter: JobFilter, jobs: JobList): NewFilter {
  const counts = new Map<string, number>((filter[part] ?? []).map((name) => [name, 0]));
  for (const row of jobs.state.rows ?? []) {
    if (row.kind === 'job') for (const name of namesUnder(part, row.job)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const items = [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => ({ name, label: plain(name === nobody ? describeFilter({ [part]: [nobody] }) : name), description: String(count), picked: filter[part]?.includes(name) ?? false }));
  const picked = await window.showQuickPick(items, { title, canPickMany: true, placeHolder: l10n.t('Names of the loaded jobs; pick none for any') });
  if (picked === undefined) return undefined;
  return withPart(filter, part, picked.length === 0 ? undefined : picked.map(({ name }) => name));
}

async function askText(title: string, filter: JobFilter): NewFilter {
  const text = await window.showInputBox({ title, value: filter.text ?? '', prompt: l10n.t('Leave empty for any') });
  return text === undefined ? undefined : withPart(filter, 'text', oneLine(text) || undefined);
}

/** Asks what to group the jobs by. */
export async function groupJobs({ browsing }: Parts): Promise<void> {
  const items = groupings.map((grouping) => ({ label: groupingName(grouping), grouping, ...(grouping === browsing.grouping ? { description: l10n.t('now') } : {}) }));
  const picked = await window.showQuickPick(items, { title: l10n.t('Group Jobs By') });
  if (picked !== undefined) browsing.setGrouping(picked.grouping);
}

function groupingName(grouping: Grouping): string {
  switch (grouping) {
    case 'none':
      return l10n.t('Nothing: newest first');
    case 'workflow':
      return l10n.t('Workflow');
    case 'step':
      return l10n.t('Step');
    case 'state':
      return l10n.t('State');
    case 'day':
      return l10n.t('Day of the start');
  }
}
