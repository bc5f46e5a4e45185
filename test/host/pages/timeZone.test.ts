import assert from 'node:assert/strict';
import type { OverviewContent, ShownReport } from '../../../src/model/overview/report.ts';
import type { FromOverview } from '../../../src/protocol/overview.ts';
import type { ToPage } from '../../../src/protocol/page.ts';
import { aJob } from '../../support/service/builders.ts';
import { atEnd } from '../support/atEnd.ts';
import { connected, run, untilPageOpen } from '../support/extension.ts';
import { ask } from '../support/prompts.ts';
import { readPages } from '../support/readPages.ts';
import { rowsOf } from '../support/rows.ts';

const starts = ['2026-10-01T18:20:00Z', '2026-10-01T23:30:00Z', '2026-10-02T12:00:00Z'];
const jobs = starts.map((startedAt, index) => aJob({ key: `job_${index}`, startedAt }));
const windowZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The groups of the Jobs view, each with the start times in the tooltips of its rows. */
async function groupedStarts(): Promise<string[][]> {
  const groups = await rowsOf();
  return groups.map(({ label, children }) => [
    label,
    ...children.map(({ tooltip }) => /Started: (.*?) \\?\(/.exec(tooltip)?.[1] ?? tooltip),
  ]);
}

suite('User interface', () => {
  teardown(() => ask('groupJobs', 'None (service order)'));

  test('shows times in the time zone of the window', async () => {
    await connected({ jobs });
    await ask('groupJobs', 'Start date');
    const { press, ready, posted } = readPages<FromOverview, ToPage<OverviewContent>>();
    await run('openOverview');
    await untilPageOpen('Overview');
    const shown = (isWanted: (content: ShownReport) => boolean) =>
      posted((message) => message.kind === 'show' && isWanted(message));
    await ready();
    const inWindow = Intl.DateTimeFormat('en', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: windowZone,
    });
    assert.equal((await groupedStarts())[0]?.[1], inWindow.format(new Date(starts[0] ?? '')));
    atEnd(() => press({ kind: 'timeZone', name: windowZone }));

    for (const [zone, ...groups] of [
      [
        'Asia/Kathmandu',
        [
          'Fri, Oct 2, 2026',
          'Oct 2, 2026, 12:05 AM',
          'Oct 2, 2026, 5:15 AM',
          'Oct 2, 2026, 5:45 PM',
        ],
      ],
      [
        'Europe/Berlin',
        ['Thu, Oct 1, 2026', 'Oct 1, 2026, 8:20 PM'],
        ['Fri, Oct 2, 2026', 'Oct 2, 2026, 1:30 AM', 'Oct 2, 2026, 2:00 PM'],
      ],
    ] as const) {
      press({ kind: 'timeZone', name: zone });
      assert.deepEqual(await groupedStarts(), groups);
      const format = Intl.DateTimeFormat('en', { timeStyle: 'short', timeZone: zone });
      await shown(({ reading }) => reading.line.startsWith(`As of ${format.format(reading.at)}: `));
    }
    press({ kind: 'timeZone', name: 'Mars/Olympus' });
    assert.equal((await groupedStarts())[0]?.[1], 'Oct 1, 2026, 8:20 PM');
  });
});
