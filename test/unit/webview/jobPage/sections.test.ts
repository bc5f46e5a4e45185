// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { FieldValue, ShownJob, PageContent, TimelineEvent } from '../../../../src/protocol.ts';
import { changesBetween } from '../../../../src/webview/jobPage/changes.ts';
import { buttonNamed, disclosureNamed, jobPage, moment, now, renderedPage, show, textOf } from '../builders.tsx';

const field = (changes: Partial<FieldValue> = {}): FieldValue => ({ key: 'f', name: 'Priority', type: 'dropdown', required: false, value: 'opt_h', labels: ['High'], rest: {}, ...changes });
const event = (kind: TimelineEvent['kind'], minutesAgo: number, changes: Partial<TimelineEvent> = {}): TimelineEvent => ({ kind, name: '', at: now - minutesAgo * 60_000, until: null, source: 'sent', ...changes });
const buttonNames = (main: ParentNode) => [...main.querySelectorAll('button')].map((each) => each.getAttribute('aria-label') ?? each.textContent);
const items = (main: ParentNode) => [...main.querySelectorAll('[data-section=timeline] li')].map((each) => each.textContent.replaceAll('\u00a0', ' '));

describe('the timeline', () => {
  const steps = [event('started', 192), event('step', 150, { name: 'Collect', until: now - 89 * 60_000 }), event('step', 89, { name: 'Release payment', source: 'seen' })];

  it('is a picture, and the same as a list', () => {
    const { main } = renderedPage(show({ timeline: steps }));
    const picture = main.querySelector('[data-section=timeline] svg');
    expect(picture?.getAttribute('aria-hidden')).toBe('true');
    expect([...(picture?.querySelectorAll('.name') ?? [])].map((each) => each.textContent)).toEqual(['Started', 'Collect', 'Release payment', 'Now']);
    const [started, collect, release, last] = items(main);
    expect(started).toMatch(/^Started .* · Ada Lovelace$/);
    expect(collect).toMatch(/^Collect .* · 1 h 1 min$/);
    expect(release).toMatch(/^Release payment .* · for 1 h 29 min · seen then$/);
    expect(last).toMatch(/^Now /);
  });

  it('says at which step the job is where nobody knows since when', () => {
    const { main } = renderedPage(show({ timeline: [event('started', 10)] }));
    expect(items(main).at(-1)).toMatch(/^Now .* · Release payment$/);
  });

  it('ends where the job was last known once it cannot be followed, and at its end once that came', () => {
    const lost = { ...show({ timeline: [event('started', 60)] }), staleSince: now - 30 * 60_000 };
    const { main } = renderedPage(lost);
    expect(items(main).at(-1)).toMatch(/^Last known/);
    expect(textOf(main, '.up-to-date')).toContain('Last up to date 30 minutes ago');
    expect(textOf(main, '.standing')).toContain('started 3 hours ago');
    // Greek times end in a full stop of their own.
    expect(textOf(renderedPage(lost, { language: 'el' }).main, '.up-to-date')).toMatch(/[μΜ]\.$/);
    expect(textOf(renderedPage(lost, { language: 'el' }).main, '.up-to-date')).not.toContain('..');
    const ended = renderedPage(show({ state: 'completed', timeline: [event('started', 60), event('completed', 5)] })).main;
    expect(items(ended)).toHaveLength(2);
  });

  it('is not there for a job without times', () => {
    expect(renderedPage(show({ state: 'unknown', timeline: [event('started', 1)] })).main.querySelector('[data-section=timeline]')).toBeNull();
  });
});

describe('field values', () => {
  it('are a table of names, values and types, with words for what is not there', () => {
    const { main } = renderedPage(show({ fields: [field({ required: true }), field({ key: 'g', name: 'Cost centre', type: null, value: null, labels: null }), field({ key: 'h', name: 'Tags', value: ['a', 'b'], labels: ['Red', null] })] }));
    const rows = [...main.querySelectorAll('[data-section=fields] tbody tr')].map((each) => [...each.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Priority required', 'High opt_h', 'dropdown'],
      ['Cost centre', 'not set', 'not given'],
      ['Tags', 'Red ab', 'dropdown'],
    ]);
  });

  it('fold what is long, and open what is nested', () => {
    const { main } = renderedPage(show({ fields: [field({ value: 'x'.repeat(200_000), labels: null }), field({ key: 'g', value: { rows: [1, 2] }, labels: null, rest: { editable: true } })] }));
    expect(main.textContent.length).toBeLessThan(3000);
    buttonNamed(main, 'Show all 200,000 characters').click();
    expect(main.textContent.length).toBeGreaterThan(200_000);
    disclosureNamed(main, '1 more member').open = true;
    expect(textOf(main, '[data-section=fields]')).toContain('editableyes');
  });
});

describe('the log', () => {
  it('is read newest first where it says when, else as it came', () => {
    const entry = (text: string, time: string | null) => ({ at: time === null ? null : moment(time), text, rest: {} });
    const texts = (...log: ReturnType<typeof entry>[]) => [...renderedPage(show({ log })).main.querySelectorAll('[data-section=log] .text')].map((each) => each.textContent);
    expect(texts(entry('a', '2026-10-01T09:00:00Z'), entry('b', '2026-10-01T10:00:00Z'))).toEqual(['b', 'a']);
    expect(texts(entry('a', '2026-10-01T09:00:00Z'), entry('b', null))).toEqual(['a', 'b']);
  });

  it('of thousands grows on demand', () => {
    const log = Array.from({ length: 5000 }, (_, index) => ({ at: null, text: `Entry ${index}`, rest: {} }));
    const { main } = renderedPage(show({ log }));
    const rows = () => main.querySelectorAll('[data-section=log] li').length;
    expect(rows()).toBe(200);
    buttonNamed(main, 'Show 1,000 more of 4,800').click();
    expect(rows()).toBe(1200);
    expect(document.activeElement?.textContent).toContain('Entry 200');
  });
});

describe('actions', () => {
  it('watch and stop watching, only where that can be done', () => {
    const watching = (watched: boolean | null) => renderedPage({ ...show(), watched });
    const { main, sent } = watching(false);
    buttonNamed(main, 'Watch').click();
    expect(sent).toEqual([{ kind: 'toggleWatch' }]);
    expect(() => buttonNamed(watching(true).main, 'Stop watching')).not.toThrow();
    expect(textOf(watching(null).main, '.actions')).not.toMatch(/watch/i);
  });

  it('show nothing for a key where there is none', () => {
    for (const content of [show({ key: null, state: 'unreadable', title: 'Unreadable entry' }), { kind: 'empty', key: null, connection: 'c', problem: null }, { kind: 'empty', key: null, connection: 'c', problem: 'No.' }] satisfies PageContent[]) {
      const { main } = renderedPage(content);
      expect(main.querySelector('.key')).toBeNull();
      expect(buttonNames(main).filter((name) => name.startsWith('Copy'))).toEqual([]);
    }
    expect(buttonNames(renderedPage(show({ key: null, state: 'unreadable' })).main)).toEqual(['Refresh', 'Open as JSON', 'More actions', 'Compare with…']);
  });

  it('of the connected service are not there on the page of another', () => {
    const ofAnother = (changes: Partial<ShownJob> = {}) => buttonNames(renderedPage({ ...show(changes), isConnected: false }).main);
    expect(ofAnother()).toEqual(['Copy job_004213', 'Refresh', 'Open as JSON', 'More actions', 'Copy key']);
    expect(ofAnother({ key: null, state: 'unreadable' })).toEqual(['Refresh', 'Open as JSON']);
  });

  it('that are less used come on demand', () => {
    const { main, sent } = renderedPage(show());
    const more = buttonNamed(main, 'More actions');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(true);
    more.click();
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(main.querySelector<HTMLElement>('.more-actions')?.hidden).toBe(false);
    for (const name of ['Open as JSON', 'Compare with…', 'Copy link']) buttonNamed(main, name).click();
    expect(sent).toEqual([{ kind: 'openJson' }, { kind: 'compare' }, { kind: 'copyLink' }]);
  });
});

describe('changes', () => {
  it('are named, values that only come to light are not', () => {
    const before = jobPage();
    const after = jobPage({ state: 'completed', steps: [], assignedTo: [], fields: [field()] });
    expect(changesBetween(before, after, 'en').map(({ id, sentence }) => [id, sentence])).toEqual([
      ['state', 'State: Completed'],
      ['steps', 'No step is active.'],
      ['assignedTo', 'Unassigned'],
    ]);
    expect(changesBetween(after, { ...after, fields: [field({ value: 'opt_l' })] }, 'en')).toEqual([{ id: 'field/f', sentence: 'Priority changed' }]);
    expect(changesBetween(before, before, 'en')).toEqual([]);
  });
});
