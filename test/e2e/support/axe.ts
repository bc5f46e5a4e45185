import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Locator } from '@playwright/test';
import type { Workbench } from './workbench.ts';

/**
 * Returns the accessibility problems of the views, or only the problems with colors, which depend on
 * the theme. Excludes the headers of the views, because VS Code nests buttons in these headers.
 */
export async function viewProblems(
  { page }: Workbench,
  of: 'everything' | 'colours',
): Promise<unknown[]> {
  const rules =
    of === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: Object.fromEntries(vscodesOwn.map((rule) => [rule, { enabled: false }])) };
  const { violations, passes } = await inspectElements(
    page.locator('.part.sidebar .pane-body'),
    rules,
  );
  expect(passes.length).toBeGreaterThan(of === 'colours' ? 0 : 10);
  return violations;
}

/** Rules of axe that all views of VS Code violate. */
const vscodesOwn = [
  // The accessible name of a row contains other words than its description. A test checks that it
  // starts with the label.
  'label-content-name-mismatch',
  // VS Code uses the name "Welcome" for the content of each empty view.
  'landmark-unique',
];

/**
 * Runs axe in the document of the elements, because a run for all frames of the window takes five
 * times as long.
 */
export async function inspectElements(
  elements: Locator,
  options: RunOptions = {},
): Promise<AxeResults> {
  const frame = await (await elements.first().elementHandle())?.ownerFrame();
  if (await frame?.evaluate(`globalThis.axe === undefined`)) await frame?.evaluate(axe.source);
  // For speed, omits the details of passed rules and does not load style sheets.
  const how: RunOptions = { resultTypes: ['violations'], preload: false, ...options };
  return elements.evaluateAll(
    (found, how) => (globalThis as unknown as InDocument).axe.run(found, how),
    how,
  );
}

interface InDocument {
  readonly axe: { run(elements: Element[], options: RunOptions): Promise<AxeResults> };
}
