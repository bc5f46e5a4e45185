import * as l10n from '@vscode/l10n';
import type { DurationPicture, Panel, PanelTable, Words } from '../../protocol/overview.ts';
import { formatNumber } from '../../text/number.ts';
import { formatDuration } from '../../text/time.ts';
import { nobody } from '../browsing/jobFilter.ts';
import { areNamesKept, groupsByName, jobsByList } from './names.ts';
import { RunningTimes, type Survival, addRunningTime, fewestFinished, runningTimes, survivalOf } from './survival.ts';
import { type Survey, countOf, merged, scopedPick, startedSince, visit } from './survey.ts';
import { countCell, followedBy, formatDay, gradeWord, slot, strong, words } from './words.ts';

/** The most workflows that have a row. */
const mostWorkflows = 8;

/** Of which jobs the times are: all of the scope, all of it as far as a sample tells, or those started since a time from which on all were read. */
type Cohort = 'all' | 'sampled' | 'recent';
type WorkflowTimes = DurationPicture['workflows'][number];

/**
 * Time to finish. The jobs read are the newest ones and would make it look short, so that they count only where they are
 * all, a sample, or all since some time.
 * @param known the running times of the scope, where they are known
 */
export function* describeDuration(scoped: Survey, known: RunningTimes | undefined): Generator<void, Panel<DurationPicture>> {
  const { language, sample } = scoped;
  const cohort: Cohort = scoped.isExact ? 'all' : scoped.estimator !== undefined ? 'sampled' : 'recent';
  if (cohort === 'recent' && sample.completeSince === null) {
    return { sentence: words(l10n.t('How long it takes {0} from the jobs that were read.', slot(0)), strong(l10n.t('cannot be said'))), grade: null, picture: null, table: tableOf([], language) };
  }
  const of = cohort === 'recent' ? yield* startedSince(scoped, sample.completeSince ?? 0) : scoped;
  const times = known !== undefined && of === scoped ? known : yield* runningTimes(of, of.indexes);
  const survival = yield* survivalOf(times);
  const { all, workflows } = yield* byWorkflow(of, survival);
  const sentence = inWords(of, cohort, times, survival);
  return {
    sentence: times.leftOut === 0 ? sentence : followedBy(sentence, [leftOut(times.leftOut, language)]),
    grade: times.finished === 0 ? null : cohort === 'recent' ? l10n.t('exact for these') : gradeWord(cohort === 'all' ? 'exact' : 'about'),
    picture: times.finished === 0 ? null : { ...survival, workflows },
    table: tableOf([all, ...workflows], language),
  };
}

/** The times of the workflows with the most jobs; none where completed jobs do not say which was theirs. */
function* byWorkflow(of: Survey, survival: Survival): Generator<void, { all: WorkflowTimes; workflows: WorkflowTimes[] }> {
  const { records, indexes } = of;
  const lists = yield* jobsByList(of, 'workflows');
  const all = { name: l10n.t('All'), started: countOf(of, merged([...lists.values()].map(({ started }) => started)), scopedPick(of, {})), median: survival.median, nineInTen: survival.nineInTen };
  if (!areNamesKept(records, 'workflows', lists)) return { all, workflows: [] };

  const rows = groupsByName(records, 'workflows', lists.keys())
    .map((group) => ({ ...group, times: new RunningTimes(of), started: countOf(of, merged(group.lists.map((list) => lists.get(list)?.started)), scopedPick(of, { workflows: group.names })) }))
    .sort((one, other) => other.started.value - one.started.value)
    .slice(0, mostWorkflows);
  const timesOfList: RunningTimes[][] = [];
  for (const { times, lists: its } of rows) for (const list of its) (timesOfList[list] ??= []).push(times);
  yield* visit(indexes, (index) => {
    for (const times of timesOfList[records.nameList('workflows', index)] ?? []) addRunningTime(times, of, index);
  });
  const workflows: WorkflowTimes[] = [];
  for (const { names, times, started } of rows) {
    const { median, nineInTen } = yield* survivalOf(times);
    workflows.push({ name: names[0] === nobody ? l10n.t('no workflow named') : (names[0] ?? ''), started, median, nineInTen });
  }
  return { all, workflows };
}

function tableOf(rows: readonly WorkflowTimes[], language: string): PanelTable {
  const time = (ms: number | null) => (ms === null ? l10n.t('cannot be said yet') : formatDuration(ms, language));
  return {
    columns: [l10n.t('Workflow'), l10n.t('Started'), l10n.t('Half within'), l10n.t('9 in 10 within')],
    rows: rows.map(({ name, started, median, nineInTen }) => [name, countCell(started, language), time(median), time(nineInTen)]),
  };
}

function inWords({ scope, now, language }: Survey, cohort: Cohort, { finished }: RunningTimes, { median, nineInTen }: Survival): Words {
  if (finished < fewestFinished) {
    return words(l10n.t('How long it takes {0}: fewer than {1} jobs are known to have finished.', slot(0), formatNumber(fewestFinished, language)), strong(l10n.t('cannot be said yet')));
  }
  if (median === null) return words(l10n.t('How long it takes {0}: too many of the jobs are still active.', slot(0)), strong(l10n.t('cannot be said yet')));
  const half = strong(formatDuration(median, language));
  const most = strong(nineInTen === null ? l10n.t('cannot be said yet') : formatDuration(nineInTen, language));
  const since = formatDay(scope.from ?? 0, now, language);
  switch (cohort) {
    case 'all':
      return nineInTen === null
        ? words(l10n.t('Half of the jobs finished within {0}; 9 in 10 {1}.', slot(0), slot(1)), half, most)
        : words(l10n.t('Half of the jobs finished within {0}, 9 in 10 within {1}.', slot(0), slot(1)), half, most);
    case 'sampled':
      return nineInTen === null
        ? words(l10n.t('Half of the jobs finished within about {0}; 9 in 10 {1}.', slot(0), slot(1)), half, most)
        : words(l10n.t('Half of the jobs finished within about {0}, 9 in 10 within about {1}.', slot(0), slot(1)), half, most);
    case 'recent':
      return nineInTen === null
        ? words(l10n.t('Half of the jobs started since {0} finished within {1}; 9 in 10 {2}.', since, slot(0), slot(1)), half, most)
        : words(l10n.t('Half of the jobs started since {0} finished within {1}, 9 in 10 within {2}.', since, slot(0), slot(1)), half, most);
  }
}

function leftOut(count: number, language: string): string {
  return count === 1 ? l10n.t('1 job whose times or state cannot be read is left out.') : l10n.t('{0} jobs whose times or state cannot be read are left out.', formatNumber(count, language));
}
