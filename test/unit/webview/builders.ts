import type { FromPage, JobPage, Moment, PageContent } from '../../../src/protocol.ts';
import { emptyMemory, type PageContext } from '../../../src/webview/pageContext.ts';
import { renderPage } from '../../../src/webview/renderPage.ts';

export const now = Date.parse('2026-10-01T12:24:00Z');

export function moment(text: string): Moment {
  const ms = Date.parse(text);
  return { text, ms: Number.isNaN(ms) ? null : ms };
}

export function jobPage(changes: Partial<JobPage> = {}): JobPage {
  return {
    key: 'job_004213',
    title: 'Invoice Approval',
    state: 'active',
    problem: null,
    workflows: [{ key: 'wf_invoice', name: 'Invoice Approval' }],
    steps: [{ key: 'st_release', name: 'Release payment' }],
    assignedTo: ['Grace Hopper'],
    startedBy: 'Ada Lovelace',
    startedAt: moment('2026-10-01T11:12:00+02:00'),
    updatedAt: moment('2026-10-01T12:20:00Z'),
    completedAt: null,
    timeline: [],
    fields: [],
    actions: [],
    log: [],
    more: {},
    connection: 'eu.example.com/api/v2',
    ...changes,
  };
}

export function show(changes: Partial<JobPage> = {}, enriching = false, notice: string | null = null): Extract<PageContent, { kind: 'show' }> {
  return { kind: 'show', job: jobPage(changes), enriching, notice, staleSince: null, watched: null, isConnected: true };
}

/** Renders into the document, so that focus and events work, and records what the page sends. */
export function renderedPage(content: PageContent, changes: Partial<PageContext> = {}): { main: HTMLElement; sent: FromPage[] } {
  const sent: FromPage[] = [];
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  main.append(renderPage(content, { now, language: 'en', memory: emptyMemory(), send: (message) => sent.push(message), ...changes }));
  return { main, sent };
}

export function textOf(parent: ParentNode, selector: string): string {
  return parent.querySelector(selector)?.textContent ?? `nothing matches ${selector}`;
}

/** The values of a section's `dl`, by their names. */
export function valuesOf(parent: ParentNode, sectionId: string): Record<string, string> {
  const rows = [...parent.querySelectorAll(`[data-section="${sectionId}"] .row`)];
  return Object.fromEntries(rows.map((row) => [textOf(row, 'dt'), textOf(row, 'dd')]));
}

export function buttonNamed(parent: ParentNode, name: string): HTMLButtonElement {
  const found = [...parent.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (!found) throw new Error(`There is no button “${name}”.`);
  return found;
}

export function disclosureNamed(parent: ParentNode, name: string): HTMLDetailsElement {
  const found = [...parent.querySelectorAll('details')].find((each) => textOf(each, 'summary').includes(name));
  if (!found) throw new Error(`There is nothing to open named “${name}”.`);
  return found;
}
