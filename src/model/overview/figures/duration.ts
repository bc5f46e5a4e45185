import * as l10n from '@vscode/l10n';
import type { DurationPicture, Panel, PanelTable, Words } from '../../../protocol/overview.ts';
import { formatNumber } from '../../../text/number.ts';
import { formatDuration } from '../../../text/time.ts';
import { type Listed, areNamesKept, groupsByName, jobsByList, shownName } from './names.ts';
import { type RunningTimes, type Survival, SurvivalCurve, fewestFinished, runningTimes, survivals } from './survival.ts';
import { type Survey, countOf, merged, scopedPick, startedSince } from './survey.ts';
import { countCell, followedBy, formatDay, gradeWord, slot, strong, words } from './words.ts';

/** Most workflows with a row. */
const mostWorkflows = 8;

/** The jobs that are measured: all of the scope, all of it as estimated from a sample, or those since the time from which all were read. */
type Cohort = 'all' | 'sampled' | 'recent';
type WorkflowTimes = DurationPicture['workflows'][number];

/**
 * Time to finish. The jobs read first are the newest and would make it look short, so they count only as a {@link Cohort}.
 * @param known the scope's running times, and its jobs by list of workflows
 */
export function* describeDuration(scoped: Survey, known: { times: RunningTimes | undefined; workflows: ReadonlyMap<number, Listed> }): Generator<void, Panel<DurationPicture>> {
  const { language, sample } = scoped;
  const cohort: Cohort = scoped.isExact ? 'all' : scoped.estimator !== undefined ? 'sampled' : 'recent';
  if (cohort === 'recent' && sample.completeSince === null) {
    return { sentence: words(l10n.t('How long it takes {0} from the jobs that were read.', slot(0)), strong(l10n.t('cannot be said'))), grade: null, picture: null, table: tableOf([], language) };
  }
  const survey = cohort === 'recent' ? yield* startedSince(scoped, sample.completeSince ?? 0) : scoped;
  const times = (survey === scoped ? known.times : undefined) ?? (yield* runningTimes(survey));
  const { all, workflows, survival } = yield* byWorkflow(survey, times, survey === scoped ? known.workflows : yield* jobsByList(survey, 'workflows'));
  const sentence = inWords(survey, cohort, times, survival);
  return {
    sentence: times.leftOut === 0 ? sentence : followedBy(sentence, [leftOut(times.leftOut, language)]),
    grade: times.finished === 0 ? null : cohort === 'recent' ? l10n.t('exact for these') : gradeWord(cohort === 'all' ? 'exact' : 'about'),
    picture: times.finished === 0 ? null : { ...survival, workflows },
    table: tableOf([all, ...workflows], language),
  };
}

/** The times of all jobs and of the workflows with the most jobs; of no workflow if completed jobs no longer name theirs. */
function* byWorkflow(survey: Survey, times: RunningTimes, lists: ReadonlyMap<number, Listed>): Generator<void, { all: WorkflowTimes; workflows: WorkflowTimes[]; survival: Survival }> {
  const { records } = survey;
  const started = (numbers: Iterable<number>) => merged([...numbers].map((list) => lists.get(list)?.started));
  const groups = areNamesKept(records, 'workflows', lists) ? groupsByName(records, 'workflows', lists.keys()) : [];
  const rows = groups
    .map((group) => ({ ...group, curve: new SurvivalCurve(), started: countOf(survey, started(group.lists), scopedPick(survey, { workflows: group.names })) }))
    .sort((one, other) => other.started.value - one.started.value)
    .slice(0, mostWorkflows);
  const curve = new SurvivalCurve();
  const curves: SurvivalCurve[][] = [];
  for (const list of lists.keys()) curves[list] = [curve];
  for (const row of rows) for (const list of row.lists) curves[list]?.push(row.curve);
  yield* survivals(survey, times, curves);

  const survival = curve.result();
  return {
    survival,
    all: { name: l10n.t('All'), started: countOf(survey, started(lists.keys()), scopedPick(survey, {})), median: survival.median, nineInTen: survival.nineInTen },
    workflows: rows.map((row) => {
      const { median, nineInTen } = row.curve.result();
      return { name: shownName(row.names[0], l10n.t('no workflow named')), started: row.started, median, nineInTen };
    }),
  };
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
