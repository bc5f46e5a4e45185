import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../../text/number.ts';
import { noValue } from '../../browsing/jobFilter.ts';
import type { Panel, TableRow, Words } from '../report.ts';
import { type NameGroup, combineOthers, filterNames, groupsByName, shownName } from './names.ts';
import type { Survey } from './survey.ts';
import { countInWords, countOf, noneActive, strong, wordsOf } from './words.ts';

/** Maximum number of people or workflows with a separate row. All others share one row. */
const maxHolders = 8;

/**
 * Creates the panel that counts active jobs by person and by workflow. Jobs with several people are
 * counted once for each person.
 */
export function describeHolders(survey: Survey): Panel {
  const people = groupsByName(survey.active, 'assignees');
  const workflows = groupsByName(survey.active, 'workflows');
  const rows = [...holderRows(people, 'assignees'), ...holderRows(workflows, 'workflows')];
  const columns = [
    { name: l10n.t('Name'), kind: 'text' },
    { name: l10n.t('Kind'), kind: 'text' },
    { name: l10n.t('Active'), kind: 'bar', tone: 'usual' },
  ] as const;
  return {
    id: 'holders',
    title: l10n.t('Who holds the work?'),
    sentence: holdersSentence(survey, people[0]),
    table: rows.length === 0 ? null : { columns, rows },
  };
}

/**
 * Returns one row for each group. After {@link maxHolders} groups, combines all other groups into
 * one row.
 */
function holderRows(groups: readonly NameGroup[], part: 'assignees' | 'workflows'): TableRow[] {
  const [kind, noName] = {
    assignees: [l10n.t('Person'), l10n.t('Unassigned')] as const,
    workflows: [l10n.t('Workflow'), l10n.t('No workflow')] as const,
  }[part];
  return combineOthers(groups, maxHolders).map((group) => {
    const names = filterNames(group);
    const isCombined = group.names.length > 1;
    return {
      cells: [
        isCombined
          ? l10n.t('{0} more', formatNumber(group.names.length))
          : shownName(group.names[0], noName),
        kind,
        countOf(group.jobs.length, names && { state: 'active', [part]: names }),
      ],
      isCombined,
    };
  });
}

function holdersSentence(survey: Survey, first: NameGroup | undefined): Words {
  const [name] = first?.names ?? [];
  if (first === undefined || name === undefined) return noneActive(survey);
  const { active } = survey;
  const text =
    name === noValue
      ? l10n.t('{0} of {1} active jobs are unassigned.')
      : l10n.t('{2} has {0} of {1} active jobs.');
  return wordsOf(
    text,
    countInWords(first.jobs.length, { state: 'active', assignees: [name] }),
    countInWords(active.length, { state: 'active' }),
    strong(shownName(name, '')),
  );
}
