import axe, { type AxeResults, type RunOptions } from 'axe-core';
import { expect, type Locator } from '@playwright/test';
import type { Workbench } from './workbench.ts';

/**
 * What axe finds wrong with the bodies of the views, or with their colours alone: all that another theme can
 * change. The headers are buttons that hold buttons (`nested-interactive`), whatever an extension does.
 */
export async function viewProblems({ page }: Workbench, of: 'everything' | 'colours'): Promise<unknown[]> {
  const rules =
    of === 'colours'
      ? { runOnly: ['color-contrast', 'link-in-text-block'] }
      : { rules: Object.fromEntries(vscodesOwn.map((rule) => [rule, { enabled: false }])) };
  const { violations, passes } = await inspectElements(page.locator('.part.sidebar .pane-body'), rules);
  expect(passes.length).toBeGreaterThan(of === 'colours' ? 0 : 10);
  return violations;
}

/** Axe's rules that cannot hold in a view of VS Code. */
const vscodesOwn = [
  // VS Code draws the description as text, and a row's sentence says it in other words; that it begins with
  // the label is tested.
  'label-content-name-mismatch',
  // What stands in an empty view is a region that VS Code names "Welcome", in each of them.
  'landmark-unique',
];

/**
 * Lets axe look at elements from within their own document: through the frames of the window it takes five
 * times as long.
 */
export async function inspectElements(elements: Locator, options: RunOptions = {}): Promise<AxeResults> {
  const frame = await (await elements.first().elementHandle())?.ownerFrame();
  if (await frame?.evaluate(`globalThis.axe === undefined`)) await frame?.evaluate(axe.source);
  // What passes is only counted, and no style sheet is loaded.
  const how: RunOptions = { resultTypes: ['violations'], preload: false, ...options };
  return elements.evaluateAll((found, how) => (globalThis as unknown as InDocument).axe.run(found, how), how);
}

interface InDocument {
  readonly axe: { run(elements: Element[], options: RunOptions): Promise<AxeResults> };
}
