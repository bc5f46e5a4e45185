import type { OverviewContent, ReportReading } from '../../../src/model/overview/report.ts';
import { now } from '../../unit/webview/contents.ts';
import {
  fewJobs,
  overview,
  panelsOf,
  partOfList,
  wholeList,
} from '../../unit/webview/overview/builders.ts';
import type { PageState } from './pageStates.ts';

const of = (name: string, content: OverviewContent, ...texts: string[]): PageState => ({
  page: 'overview',
  name,
  content,
  texts,
});
const reading = (changes: Partial<ReportReading>) => ({
  reading: { ...overview().reading, ...changes },
});
const notice = {
  sentence: 'eu.example.com could not be reached: the connection was refused.',
  actions: ['refresh' as const, 'setBaseUrl' as const, 'showLog' as const],
};
const nothing = { kind: 'empty' as const, connection: 'eu.example.com/api/v2', environment: null };
const panels = panelsOf(wholeList);
// The checks of a large table take seconds, so only states with other panels have large tables.
const smallPanels = panelsOf(fewJobs);

/** The states in which the overview is checked. */
export const overviewStates: readonly PageState[] = [
  of('partially read', overview({ panels: panelsOf(partOfList) }), '700 jobs read'),
  of(
    'completely read',
    overview({
      ...reading({ line: 'As of 2:02 PM: 3,000 jobs.', isWhole: true }),
      environment: null,
      panels,
    }),
    'Release payment',
  ),
  of(
    'all jobs loading',
    overview({
      ...reading({ state: 'readingAll', progress: '9,000 of 100,000' }),
      panels: smallPanels,
    }),
    '9,000 of 100,000',
  ),
  of(
    'old',
    overview({
      ...reading({
        line: 'As of 1:22 PM: 3,000 jobs.',
        at: now - 40 * 60_000,
        isWhole: true,
        remarks: [
          'The list changed while it was loading. Jobs may be missing.',
          '3 jobs could not be read and are not counted.',
        ],
      }),
      panels: smallPanels,
    }),
    'This report is 40 min old.',
  ),
  of('few jobs', overview({ panels: smallPanels }), 'finished jobs are needed'),
  of(
    'the last 30 days',
    overview({ period: 'month', panels: panelsOf(wholeList, 'month') }),
    'Last 30 days',
  ),
  of('failed refresh', overview({ notice, panels: smallPanels }), 'the connection was refused'),
  of('loading', { ...nothing, notice: null }, 'Loading jobs…'),
  of('not loaded', { ...nothing, notice }, 'the connection was refused'),
];
