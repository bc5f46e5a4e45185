import type {
  DurationPicture,
  HoldersPicture,
  OverviewContent,
  OverviewPageContent,
} from '../../../src/protocol/overview.ts';
import { now } from '../../unit/webview/contents.ts';
import {
  count,
  daily,
  duration,
  firstJobs,
  growth,
  overview,
  panel,
  panels,
  stuck,
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
  of('read in part', overview(), '5,000 of 100,000 jobs read'),
  of(
    'read whole',
    overview({
      ...reading({ isWhole: true, parts: [{ from: 0, to: 1 }] }),
      environment: null,
      panels: panels({ stuck: panel(stuck('exact')) }),
    }),
    'exact',
  ),
  of(
    'reading all',
    overview(reading({ state: 'readingAll', progress: '9,000 of 100,000' })),
    '9,000 of 100,000',
  ),
  of(
    'as of a time',
    overview({
      ...reading({
        isWhole: true,
        parts: [{ from: 0, to: 1 }],
        remarks: [
          'Since 12:04, 8 jobs have been removed. All figures are as of then, until you refresh.',
          '3 jobs could not be read.',
        ],
      }),
      panels: panels({ stuck: panel(stuck(), { grade: 'at least, as of 12:04' }) }),
    }),
    '3 jobs could not be read.',
  ),
  of(
    'changed',
    overview({
      changes: { since: now - 60_000, count: 8 },
      panels: panels({
        stuck: panel({
          ages: stuck().ages,
          steps: stuck('exact').steps.map((step) => ({ ...step, active: count(59, 'exact', { was: 60 }) })),
        }),
      }),
    }),
    'since you last looked',
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
    '5,000 of 100,000 jobs read',
  ),
  of('failed', overview({ notice }), 'the connection was refused'),
  of('first page being read', { ...nothing, notice: null }, 'Reading the first jobs…'),
  of('nothing read', { ...nothing, notice }, 'the connection was refused'),
];
