import { render, type ComponentChildren } from 'preact';
import type { PageContent } from '../../../src/model/jobPage/panelContent.ts';
import type { FromPage } from '../../../src/protocol/jobPage.ts';
import { JobPageView } from '../../../src/webview/jobPage/jobPage.tsx';
import {
  type PageContext,
  PageProvider,
  type ViewValues,
  initialState,
  reduce,
} from '../../../src/webview/shared/page.tsx';
import { now } from './contents.ts';

export * from './contents.ts';

interface Rendered {
  main: HTMLElement;
  /** Returns the view state, such as which sections are open. */
  values: () => ViewValues;
}

interface RenderOptions {
  values?: ViewValues;
  /** The current time. The default is the time of the test content. */
  at?: number;
}

/**
 * Renders a view into the document, so that focus and events work. Renders again after each change.
 */
export function rendered(
  view: () => ComponentChildren,
  { values = new Map(), at = now }: RenderOptions = {},
): Rendered {
  const main = document.createElement('main');
  document.body.replaceChildren(main);
  let state = initialState(null, at, { values: [...values] });
  const paint = () =>
    render(<PageProvider value={{ ...state, dispatch }}>{view()}</PageProvider>, main);
  const dispatch: PageContext['dispatch'] = (action) => {
    state = reduce({ identityOf: () => ({}), changesBetween: () => [] }, state, {
      ...action,
      now: at,
    });
    paint();
  };
  paint();
  return { main, values: () => state.values };
}

/** Renders a job page and records its messages. */
export function renderedPage(
  content: PageContent,
  options: RenderOptions = {},
): Rendered & { sent: FromPage[] } {
  const sent: FromPage[] = [];
  return {
    ...rendered(
      () => <JobPageView content={content} send={(message) => sent.push(message)} />,
      options,
    ),
    sent,
  };
}

export function textOf(parent: ParentNode, selector: string): string {
  return parent.querySelector(selector)?.textContent ?? `no element matches ${selector}`;
}

/** Returns the values of a section, keyed by their names. */
export function valuesOf(parent: ParentNode, sectionId: string): Record<string, string> {
  const rows = [...parent.querySelectorAll(`[data-section="${sectionId}"] .row`)];
  return Object.fromEntries(rows.map((row) => [textOf(row, 'dt'), textOf(row, 'dd')]));
}

export function buttonNamed(parent: ParentNode, name: string): HTMLButtonElement {
  const found = [...parent.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
  if (!found) throw new Error(`There is no button “${name}”.`);
  return found;
}

export function disclosureNamed(parent: ParentNode, name: string): HTMLDetailsElement {
  const found = [...parent.querySelectorAll('details')].find((each) =>
    textOf(each, 'summary').includes(name),
  );
  if (!found) throw new Error(`There is no disclosure “${name}”.`);
  return found;
}
