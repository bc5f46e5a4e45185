// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { PageContent } from '../../../../src/model/jobPage/panelContent.ts';
import { formatMoment } from '../../../../src/text/time.ts';
import { type Changes, buttonNamed, empty, now, renderedPage, show, textOf } from '../builders.tsx';
import { buttonNames } from './sectionsSetup.ts';

describe('Job page', () => {
  it('shows Watch only if the job can be watched', () => {
    const watching = (watched: boolean | null) => renderedPage({ ...show(), watched });
    const { main, sent } = watching(false);
    buttonNamed(main, 'Watch').click();
    expect(sent).toEqual([{ kind: 'toggleWatch' }]);
    expect(() => buttonNamed(watching(true).main, 'Stop Watching')).not.toThrow();
    expect(textOf(watching(null).main, '.actions')).not.toMatch(/watch/i);
  });

  it('shows how long ago the job was polled', () => {
    expect(textOf(renderedPage({ ...show(), followedAt: now - 3000 }).main, '.actions')).toMatch(
      /Live · checked 3 s agoLive$/,
    );
    // The extension stops polling while another window has the focus.
    expect(
      textOf(renderedPage({ ...show(), followedAt: now - 3 * 3_600_000 }).main, '.actions'),
    ).toMatch(/[^·] ?Checked 3 h ago$/);
    expect(textOf(renderedPage(show()).main, '.actions')).not.toContain('Live');
  });

  it('shows when outdated details were loaded', () => {
    const failed = { ...show({}, false, 'Details could not be loaded.'), followedAt: now };
    const { main } = renderedPage({ ...failed, detailsAsOf: now - 3_600_000 });
    const since = formatMoment(now - 3_600_000, now);
    expect(textOf(main, '[data-section=actions]').endsWith(`Details as of ${since}`)).toBe(true);
    // The page is not polled while it shows a problem.
    for (const each of [main, renderedPage(failed).main])
      expect(each.textContent).not.toContain('Live');
  });

  it('hides the age of the last poll from screen readers', () => {
    const { main } = renderedPage({ ...show(), followedAt: now - 3000 });
    for (const each of main.querySelectorAll('[aria-hidden=true]')) each.remove();
    expect(textOf(main, '.actions')).toMatch(/Live$/);
    expect(textOf(main, '.actions')).not.toContain('checked');
  });

  it('offers to copy the keys of workflows and steps', () => {
    const { main, sent } = renderedPage(show());
    buttonNamed(main, 'Copy st_release').click();
    expect(sent).toEqual([{ kind: 'copyValueKey', text: 'st_release' }]);
    const keys = [...main.querySelectorAll('code')].map((each) => [
      each.textContent,
      each.getAttribute('aria-hidden'),
    ]);
    expect(keys).toEqual(['job_004213', 'wf_invoice', 'st_release'].map((key) => [key, 'true']));
  });

  it('shows a button for each action of a notice', () => {
    const notice = {
      sentence: 'Not connected.',
      switchTo: 'Staging',
      actions: ['switchTo', 'setBaseUrl', 'setApiKey', 'refresh', 'showLog'],
    } satisfies PageContent['notice'];
    const { main, sent } = renderedPage({ ...show(), notice, isConnected: false });
    const buttons = [...main.querySelectorAll<HTMLElement>('[data-section=notice] button')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Switch to Staging',
      'Set Base URL…',
      'Set API Key…',
      'Try Again',
      'Show Log',
    ]);
    for (const button of buttons) button.click();
    expect(sent.map(({ kind }) => kind)).toEqual(notice.actions);
    expect(buttonNames(main)).not.toContain('Refresh');
  });

  it('omits Copy Key if the job has no key', () => {
    for (const content of [
      show({ key: null, state: 'unreadable', title: 'Unreadable entry' }),
      empty({ page: { key: '', baseUrl: 'b', row: 'r' } }),
    ]) {
      const { main } = renderedPage(content);
      expect(main.querySelector('header code')).toBeNull();
      expect(buttonNames(main).filter((name) => name.startsWith('Copy'))).toEqual([]);
    }
    expect(buttonNames(renderedPage(show({ key: null, state: 'unreadable' })).main)).toEqual([
      'Refresh',
      'More Actions',
      'Compare With…',
      'Open as JSON',
    ]);
  });

  it('omits Refresh if the service of the job is not connected', () => {
    const ofAnother = (changes: Changes = {}) =>
      buttonNames(renderedPage({ ...show(changes), isConnected: false }).main);
    expect(ofAnother()).toEqual([
      'Copy job_004213',
      'More Actions',
      'Open as JSON',
      'Copy Key',
      'Copy wf_invoice',
      'Copy st_release',
    ]);
    expect(ofAnother({ key: null, state: 'unreadable' })).toEqual(['More Actions', 'Open as JSON']);
  });

  it('opens the previous or next job in the list', () => {
    const { main, sent } = renderedPage({ ...show(), neighbours: { previous: true, next: false } });
    buttonNamed(main, 'Previous Job').click();
    buttonNamed(main, 'Next Job').click();
    expect(sent).toEqual([{ kind: 'previousJob' }]);
    expect(buttonNamed(main, 'Next Job').getAttribute('aria-disabled')).toBe('true');
    expect(buttonNames(renderedPage(show()).main)).not.toContain('Next Job');
  });

  it('filters the job list by the workflow, step, or people of the job', () => {
    const { main, sent } = renderedPage(show());
    for (const name of [
      'Other jobs for this workflow',
      'Other jobs at this step',
      'Other jobs assigned to the same person',
      'Other jobs started by the same person',
    ]) {
      buttonNamed(main, name).click();
    }
    expect(sent).toEqual([
      { kind: 'filterJobs', by: 'workflows' },
      { kind: 'filterJobs', by: 'steps' },
      { kind: 'filterJobs', by: 'assignees' },
      { kind: 'filterJobs', by: 'starters' },
    ]);
    for (const content of [
      show({ workflows: [], steps: [], assignedTo: [], startedBy: null }),
      { ...show(), isConnected: false },
    ]) {
      expect(
        buttonNames(renderedPage(content).main).filter((name) => name.startsWith('Other jobs')),
      ).toEqual([]);
    }
  });

  it('opens the More Actions menu', async () => {
    const { main, sent } = renderedPage(show());
    const more = buttonNamed(main, 'More Actions');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(true);
    more.click();
    await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(false);
    for (const name of ['Compare With…', 'Open as JSON', 'Copy Link'])
      buttonNamed(main, name).click();
    expect(sent).toEqual([{ kind: 'compare' }, { kind: 'openJson' }, { kind: 'copyLink' }]);
    expect(buttonNames(main)).not.toContain('Open in Browser');
    const withWebPage = renderedPage({ ...show(), hasWebPage: true });
    buttonNamed(withWebPage.main, 'Open in Browser').click();
    expect(withWebPage.sent).toEqual([{ kind: 'openInBrowser' }]);
  });

  it.each([
    [
      'pressing Escape',
      (item: HTMLElement) =>
        item.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    ],
    ['selecting an item', (item: HTMLElement) => item.click()],
  ])('closes the More Actions menu and restores the focus after %s', async (_cause, act) => {
    const { main } = renderedPage(show());
    const [more, menu, item] = [
      buttonNamed(main, 'More Actions'),
      main.querySelector<HTMLElement>('.more-actions'),
      buttonNamed(main, 'Compare With…'),
    ];
    more.click();
    await expect.poll(() => menu?.hidden).toBe(false);
    item.focus();
    act(item);
    await expect.poll(() => menu?.hidden).toBe(true);
    expect(document.activeElement).toBe(more);
    more.click();
    await expect.poll(() => menu?.hidden).toBe(false);
    buttonNamed(main, 'Refresh').focus();
    await expect.poll(() => menu?.hidden).toBe(true);
  });
});
