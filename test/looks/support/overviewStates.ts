import type {
  DurationPicture,
  HoldersPicture,
  OverviewContent,
  OverviewPageContent,
} from '../../../src/protocol/overview.ts';
import { now } from '../../unit/webview/contents.ts';
import {
  daily,
  duration,
  firstJobs,
  growth,
  overview,
  panel,
  panels,
} from '../../unit/webview/overview/builders.ts';
import type { PageState } from './pageStates.ts';

const of = (name: string, content: OverviewPageContent, ...says: string[]): PageState => ({
  page: 'overview',
  name,
  content,
  says,
});
const reading = (changes: Partial<OverviewContent['reading']>) => ({
  reading: { ...overview().reading, ...changes },
});
const notice = {
  sentence: 'eu.example.com could not be reached: the connection was refused.',
  actions: ['refresh' as const, 'setBaseUrl' as const, 'showLog' as const],
};
const nothing = { kind: 'empty' as const, connection: 'eu.example.com/api/v2', environment: null };

/** A state for each way that the overview can look. */
export const overviewStates: readonly PageState[] = [
  of('read in part', overview(), '5,000 of 100,000 jobs'),
  of(
    'read whole',
    overview({
      ...reading({ line: 'As of 2:02 PM: 4,213 jobs.', isWhole: true, parts: [] }),
      environment: null,
    }),
    '4,213 jobs',
  ),
  of(
    'reading all',
    overview(reading({ state: 'readingAll', progress: '9,000 of 100,000' })),
    '9,000 of 100,000',
  ),
  of(
    'old',
    overview(
      reading({
        line: 'As of 1:22 PM: 4,213 jobs.',
        at: now - 40 * 60_000,
        isWhole: true,
        parts: [],
        remarks: [
          'The list changed while it was read; single jobs may be missing or counted twice.',
          '3 jobs could not be read and are not counted.',
        ],
      }),
    ),
    'This report is 40 min old.',
  ),
  of(
    'few jobs',
    overview({
      panels: panels({
        first: panel(firstJobs().slice(0, 1)),
        growth: panel(growth([3, null, null, 0, 2], [null, null, null, null, null])),
        duration: panel<DurationPicture>(null),
        holders: panel<HoldersPicture>(null),
      }),
    }),
    'today',
  ),
  of(
    'a chosen time',
    overview({
      scope: { preset: 'custom', from: now - 9 * 86_400_000, to: now },
      panels: panels({ growth: panel(growth(daily)), duration: panel(duration(3)) }),
    }),
    '5,000 of 100,000 jobs',
  ),
  of('failed', overview({ notice }), 'the connection was refused'),
  of('first page being read', { ...nothing, notice: null }, 'Reading the first jobs…'),
  of('nothing read', { ...nothing, notice }, 'the connection was refused'),
];
