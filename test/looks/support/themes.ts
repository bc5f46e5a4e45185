import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What VS Code gives every page: its default style sheet, and with each theme variables on the root and the
 * theme's kind and name on the body.
 */
export interface PageSurroundings {
  readonly defaultStyle: string;
  readonly themes: Readonly<Record<string, PageTheme>>;
}

export interface PageTheme {
  /** As of a style attribute. */
  readonly style: string;
  readonly classes: readonly string[];
  readonly data: Readonly<Record<string, string>>;
}

/** Ids of VS Code's default themes, those that were the default before, and its high contrast themes. */
export const themeNames = [
  'Light 2026',
  'Dark 2026',
  'Light Modern',
  'Dark Modern',
  'Default High Contrast',
  'Default High Contrast Light',
];

/** Read from a window; `npm run test:e2e -- pages/themes --update-snapshots` reads them again. */
export const surroundingsFile = join(import.meta.dirname, 'surroundings.json');

export function readSurroundings(): PageSurroundings {
  return JSON.parse(readFileSync(surroundingsFile, 'utf8')) as PageSurroundings;
}

/** Runs in a page. */
export function themeOf({ ownerDocument: { documentElement, body } }: Element): PageTheme {
  const classes = [...body.classList].filter(
    (name) => name.startsWith('vscode-') && name !== 'vscode-reduce-motion',
  );
  return {
    style: documentElement.style.cssText,
    classes,
    data: { ...body.dataset } as Record<string, string>,
  };
}

/** Runs in a page. */
export function wearTheme(
  { ownerDocument: { documentElement, body } }: Element,
  { style, classes, data }: PageTheme,
): void {
  documentElement.style.cssText = style;
  body.classList.remove(...[...body.classList].filter((name) => name.startsWith('vscode-')));
  body.classList.add(...classes);
  Object.assign(body.dataset, data);
}
