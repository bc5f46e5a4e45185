import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../support/paths.ts';

/**
 * The styles that VS Code adds to every page: its default style sheet, the variables of each theme,
 * and the classes and attributes of the body.
 */
export interface PageSurroundings {
  readonly defaultStyle: string;
  /** The recorded theme variables, including variables that no theme sets. */
  readonly variables: readonly string[];
  readonly themes: Readonly<Record<string, PageTheme>>;
}

export interface PageTheme {
  /** The variables of the theme, in the format of a `style` attribute. */
  readonly style: string;
  readonly classes: readonly string[];
  readonly data: Readonly<Record<string, string>>;
}

/** IDs of VS Code's current and previous default themes, and of its high contrast themes. */
export const themeNames = [
  'Light 2026',
  'Dark 2026',
  'Light Modern',
  'Dark Modern',
  'Default High Contrast',
  'Default High Contrast Light',
];

/**
 * Data that was recorded in VS Code. To record it again, run `npm run test:e2e -- pages/themes
 * --update-snapshots`.
 */
const surroundingsFile = join(import.meta.dirname, 'surroundings.json');

/**
 * The format of the recorded data. Each variable has one value for each theme, in the order of the
 * themes.
 */
interface StoredSurroundings {
  readonly defaultStyle: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly themes: Readonly<Record<string, Omit<PageTheme, 'style'>>>;
}

const between = ' | ';

export function readSurroundings(): PageSurroundings {
  const stored = JSON.parse(readFileSync(surroundingsFile, 'utf8')) as StoredSurroundings;
  const styleOf = (theme: number) =>
    Object.entries(stored.variables)
      .flatMap(([name, values]) => {
        const value = values.split(between)[theme] ?? '';
        return value === '' ? [] : `${name}: ${value}`;
      })
      .sort()
      .join('; ');
  const themes = Object.entries(stored.themes).map(([id, theme], index) => [
    id,
    { style: styleOf(index), ...theme },
  ]);
  return {
    defaultStyle: stored.defaultStyle,
    variables: Object.keys(stored.variables),
    themes: Object.fromEntries(themes) as PageSurroundings['themes'],
  };
}

export function writeSurroundings({ defaultStyle, variables, themes }: PageSurroundings): void {
  const declarations = Object.values(themes).map(({ style }) => style.split('; '));
  const valuesOf = (name: string) =>
    declarations
      .map((all) => all.find((each) => each.startsWith(`${name}: `))?.slice(name.length + 2) ?? '')
      .join(between);
  const stored: StoredSurroundings = {
    defaultStyle,
    variables: Object.fromEntries(variables.map((name) => [name, valuesOf(name)])),
    themes: Object.fromEntries(
      Object.entries(themes).map(([id, { classes, data }]) => [id, { classes, data }]),
    ),
  };
  writeFileSync(surroundingsFile, `${JSON.stringify(stored, null, 1)}\n`);
}

/** Returns the theme variables that pages, their tests, or VS Code's default style sheet use. */
export function variablesInUse(defaultStyle: string): string[] {
  const files = globSync('{src/webview,test/looks}/**/*.{css,ts,tsx}', { cwd: projectFolder });
  const texts = files.map((file) => readFileSync(join(projectFolder, file), 'utf8'));
  const names = [defaultStyle, ...texts].flatMap((text) => text.match(/--vscode-[\w-]+/g) ?? []);
  return [...new Set(names)].sort();
}

/** Returns a theme with only these variables. */
export function withVariables(theme: PageTheme, names: readonly string[]): PageTheme {
  const declarations = theme.style
    .split(/; ?/)
    .filter((each) => names.includes(each.split(':')[0] ?? ''));
  return { ...theme, style: declarations.sort().join('; ') };
}

/** Returns the theme of a page. Runs in the page. */
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

/** Applies a theme to a page. Runs in the page. */
export function applyTheme(
  { ownerDocument: { documentElement, body } }: Element,
  { style, classes, data }: PageTheme,
): void {
  documentElement.style.cssText = style;
  body.classList.remove(...[...body.classList].filter((name) => name.startsWith('vscode-')));
  body.classList.add(...classes);
  Object.assign(body.dataset, data);
}
