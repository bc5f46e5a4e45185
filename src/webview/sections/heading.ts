import * as l10n from '@vscode/l10n';
import type { JobPage, PageContent } from '../../protocol.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import { button, dotted, element, phrase, serviceText, type Child } from '../elements.ts';
import { foldedText } from '../foldedText.ts';
import { icon, type IconName } from '../icons.ts';
import type { PageContext } from '../pageContext.ts';
import { relativeTime, runningDuration } from '../ticking.ts';

const longestTitle = 300;
const longestKey = 120;
const mostSteps = 3;

/** One glance, one answer: state, name, where it stands and for how long. */
export function heading(job: JobPage, staleSince: number | null, context: PageContext): HTMLElement {
  const problem = job.problem === null ? [] : [element('p', { class: 'problem' }, serviceText(oneLine(job.problem, 600)))];
  return element(
    'header',
    { 'data-section': 'heading' },
    stateLine(`${job.state}${staleSince === null ? '' : ' stale'}`, stateIcons[job.state], stateWord(job.state)),
    element('h1', {}, serviceText(oneLine(job.title, longestTitle))),
    ...standingLine([...standing(job, staleSince, context), ...keyWithCopy(job.key, context)]),
    ...problem,
  );
}

/** The heading while nothing but the key is known. */
export function emptyHeading({ key, problem }: Extract<PageContent, { kind: 'empty' }>, context: PageContext): HTMLElement {
  const state = problem === null ? stateLine('loading', 'loading', l10n.t('Loading…')) : stateLine('absent', 'circle-slash', l10n.t('Not loaded'));
  return element(
    'header',
    { 'data-section': 'heading' },
    state,
    element('h1', {}, l10n.t('Job')),
    ...standingLine(keyWithCopy(key, context)),
  );
}

function standingLine(parts: Child[]): HTMLElement[] {
  return parts.length === 0 ? [] : [element('p', { class: 'standing' }, ...dotted(parts))];
}

function stateLine(className: string, iconName: IconName, text: string): HTMLElement {
  return element('p', { class: `state ${className}`, 'data-value': 'state' }, icon(iconName), element('span', {}, text));
}

const stateIcons: Record<JobPage['state'], IconName> = {
  active: 'record',
  completed: 'pass-filled',
  unknown: 'question',
  unreadable: 'warning',
};

export function stateWord(state: JobPage['state']): string {
  switch (state) {
    case 'active':
      return l10n.t('Active');
    case 'completed':
      return l10n.t('Completed');
    case 'unknown':
      return l10n.t('State unknown');
    case 'unreadable':
      return l10n.t('Could not be read');
  }
}

function standing(job: JobPage, staleSince: number | null, { now, language }: PageContext): Child[] {
  const started = job.startedAt?.ms ?? null;
  const completed = job.completedAt?.ms ?? null;
  switch (job.state) {
    case 'active': {
      const at = job.steps.length === 0 ? [] : [phrase(l10n.t('at {0}'), stepNames(job.steps, language))];
      if (started === null) return at;
      // Nobody knows whether it still runs.
      if (staleSince !== null) return [...at, phrase(l10n.t('started {0}'), strong(relativeTime(started, now, language)))];
      return [...at, phrase(l10n.t('running {0}'), strong(runningDuration(started, now, language)))];
    }
    case 'completed': {
      const ended = completed === null ? [] : [phrase(l10n.t('completed {0}'), strong(relativeTime(completed, now, language)))];
      return completed === null || started === null ? ended : [...ended, phrase(l10n.t('took {0}'), strong(formatDuration(completed - started, language)))];
    }
    case 'unknown':
      return started === null ? [] : [phrase(l10n.t('started {0}'), strong(relativeTime(started, now, language)))];
    case 'unreadable':
      return [];
  }
}

/** `A, B and 2 more`, with each name in its own direction. */
function stepNames(steps: JobPage['steps'], language: string): DocumentFragment {
  const names = steps.slice(0, mostSteps).map(({ key, name }) => strong(serviceText(oneLine(name.trim() === '' ? key : name))));
  if (steps.length > mostSteps) names.push(element('span', {}, l10n.t('{0} more', formatNumber(steps.length - mostSteps, language))));
  const list = document.createDocumentFragment();
  const placeholders = names.map((_, index) => String(index));
  for (const part of new Intl.ListFormat(language, { type: 'conjunction' }).formatToParts(placeholders)) {
    list.append(part.type === 'element' ? (names[Number(part.value)] ?? '') : part.value);
  }
  return list;
}

function strong(content: Child): HTMLElement {
  return element('strong', {}, content);
}

function keyWithCopy(key: string | null, context: PageContext): HTMLElement[] {
  if (key === null) return [];
  const copy = button({ id: 'copyKeyHere', icon: 'copy', name: l10n.t('Copy {0}', oneLine(key, 80)), press: () => context.send({ kind: 'copyKey' }) });
  return [element('span', { class: 'key' }, element('code', {}, foldedText('key', key, context, longestKey)), copy)];
}
