import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';

/** The layers whose texts people read; the sandbox is a service and speaks its own language. */
const layers = ['agents/vscode', 'extension.ts', 'model', 'service', 'text', 'ui', 'webview'];

interface Source {
  readonly path: string;
  readonly contents: string;
}

async function sources(): Promise<Source[]> {
  const folder = join(projectFolder, 'src');
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) => /\.tsx?$/.test(path) && layers.some((layer) => path.replaceAll('\\', '/').startsWith(layer)),
  );
  return Promise.all(
    paths.sort().map(async (path) => ({ path, contents: await readFile(join(folder, path), 'utf8') })),
  );
}

const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(projectFolder, path), 'utf8')) as Record<string, unknown>;

/**
 * The texts that `l10n.t` is called with, and the other texts that read as if a person should, by where they
 * stand.
 */
function textsOf({ path, contents }: Source): { translated: string[]; bare: string[]; indirect: string[] } {
  const found = { translated: [] as string[], bare: [] as string[], indirect: [] as string[] };
  const file = ts.createSourceFile(path, contents, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (holdsNoText(node)) return;
    if (isTranslation(node)) {
      const [text, ...values] = node.arguments;
      if (text !== undefined && ts.isStringLiteral(text)) found.translated.push(text.text);
      else found.indirect.push(`${path}: ${node.getText()}`);
      values.forEach(visit);
      return;
    }
    const text = textOf(node);
    if (isHuman(text) && !notTranslated.includes(text) && !text.startsWith('<!DOCTYPE html>')) {
      found.bare.push(`${path}: ${text}`);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

/** Whether a text in this place is for code, whatever words it has. */
function holdsNoText(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return node.name.getText() === 'class';
  return textOf(node) !== '' && (isConstant(node) || isCompared(node) || isForCode(node));
}

/** One of the words that a type lists: in what is `as const`. */
function isConstant({ parent }: ts.Node): boolean {
  let whole = parent;
  while (
    ts.isArrayLiteralExpression(whole) ||
    ts.isObjectLiteralElement(whole) ||
    ts.isObjectLiteralExpression(whole)
  ) {
    whole = whole.parent;
  }
  return ts.isAsExpression(whole) && ts.isConstTypeReference(whole.type);
}

/** What is compared with what something is, and so is not shown. */
function isCompared({ parent }: ts.Node): boolean {
  if (ts.isCaseClause(parent)) return true;
  const equality = [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken];
  return ts.isBinaryExpression(parent) && equality.includes(parent.operatorToken.kind);
}

/** Functions whose first argument names what is done, for the log; selects elements; or is for developers. */
const codeFunctions = /^(?:attempt|toServiceError|(?:.+\.)?querySelector(?:All)?|Error)$/;

function isForCode(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const name = parent.expression.getText().replace(/<.*$/s, '');
  return parent.arguments?.[0] === node && codeFunctions.test(name);
}

/** Whether it calls `l10n.t`. */
function isTranslation(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /\bl10n\.t$/.test(node.expression.getText())
  );
}

/** The text of a literal, with a mark for each value in a template; empty for any other node. */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join('\ufffc');
}

/** Two words in a row, or one that begins like a label. */
function isHuman(text: string): boolean {
  return /\p{L}{2,}[,:]? \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}{2,}[.…]?$/u.test(text);
}

/** Names, and reports and code for others, which are in English. */
const notTranslated: readonly string[] = [
  'Workflow Jobs',
  'Workflow Jobs \ufffc, VS Code \ufffc',
  'Workflow Jobs \ufffc, VS Code \ufffc, extension host: \ufffc',
  'HTTP status: \ufffc',
  'export const fields = \ufffc as const;\n',
  'export interface Fields {',
  // A column of an export has the same name in every language.
  ' (as sent)',
  // Of HTTP.
  'Authorization',
  'Bearer',
];

describe('texts for people', async () => {
  const texts = (await sources()).map(textsOf);

  it('are written out where they are used, so that the extraction finds them', () => {
    expect(texts.flatMap(({ indirect }) => indirect)).toEqual([]);
  });

  it('stand in the bundle that translators work on: run "npm run l10n" after a change', async () => {
    expect(await readJson('l10n/bundle.l10n.json')).toEqual(
      Object.fromEntries(texts.flatMap(({ translated }) => translated.map((text) => [text, text]))),
    );
  });

  it('are nowhere else in the code', () => {
    expect(texts.flatMap(({ bare }) => bare)).toEqual([]);
  });

  it('are in package.nls.json where the manifest has them: titles of commands, settings, tools, the walkthrough', async () => {
    const [manifest, known] = [await readJson('package.json'), await readJson('package.nls.json')];
    // Values, and what models alone read.
    const notForPeople = ['default', 'examples', 'modelDescription', 'inputSchema'];
    const bare: string[] = [];
    JSON.stringify(manifest['contributes'], (name, value: unknown) => {
      if (notForPeople.includes(name)) return undefined;
      const reference = typeof value === 'string' ? /^%(.+)%$/.exec(value)?.[1] : undefined;
      if (typeof value === 'string' && (reference === undefined ? isHuman(value) : !(reference in known))) {
        bare.push(`${name}: ${value}`);
      }
      return value;
    });
    expect(bare).toEqual([]);
  });
});
