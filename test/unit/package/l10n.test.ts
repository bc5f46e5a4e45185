import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { projectFolder } from '../../support/paths.ts';

/**
 * Folders with translated texts. The sandbox represents a service, so its texts are not translated.
 */
const layers = ['agents/vscode', 'extension.ts', 'model', 'service', 'text', 'ui', 'webview'];

interface Source {
  readonly path: string;
  readonly contents: string;
}

async function sources(): Promise<Source[]> {
  const folder = join(projectFolder, 'src');
  const paths = (await readdir(folder, { recursive: true })).filter(
    (path) =>
      /\.tsx?$/.test(path) && layers.some((layer) => path.replaceAll('\\', '/').startsWith(layer)),
  );
  return Promise.all(
    paths
      .sort()
      .map(async (path) => ({ path, contents: await readFile(join(folder, path), 'utf8') })),
  );
}

const readJson = async (path: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(projectFolder, path), 'utf8')) as Record<string, unknown>;

/**
 * Finds translated texts, texts that should be translated, and calls of `l10n.t` without a literal.
 */
function textsOf({ path, contents }: Source): {
  translated: string[];
  bare: string[];
  indirect: string[];
} {
  const found = { translated: [] as string[], bare: [] as string[], indirect: [] as string[] };
  const file = ts.createSourceFile(path, contents, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (isNotForUsers(node)) return;
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

/** Checks whether a text is used by code only and is never shown to the user. */
function isNotForUsers(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) return node.name.getText() === 'class';
  return textOf(node) !== '' && (isConstant(node) || isCompared(node) || isForCode(node));
}

/**
 * Checks whether a literal is part of an `as const` expression, which lists the values of a type.
 */
function isConstant({ parent }: ts.Node): boolean {
  let container = parent;
  while (
    ts.isArrayLiteralExpression(container) ||
    ts.isObjectLiteralElement(container) ||
    ts.isObjectLiteralExpression(container)
  ) {
    container = container.parent;
  }
  return ts.isAsExpression(container) && ts.isConstTypeReference(container.type);
}

/** Checks whether a literal is compared with another value. */
function isCompared({ parent }: ts.Node): boolean {
  if (ts.isCaseClause(parent)) return true;
  const equality = [
    ts.SyntaxKind.EqualsEqualsEqualsToken,
    ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ];
  return ts.isBinaryExpression(parent) && equality.includes(parent.operatorToken.kind);
}

/**
 * Functions whose first argument is never shown: a log entry, a CSS selector, or an error message
 * for developers.
 */
const codeFunctions =
  /^(?:withErrorReporting|toServiceError|(?:.+\.)?querySelector(?:All)?|Error)$/;

function isForCode(node: ts.Node): boolean {
  const { parent } = node;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const name = parent.expression.getText().replace(/<.*$/s, '');
  return parent.arguments?.[0] === node && codeFunctions.test(name);
}

function isTranslation(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /\bl10n\.t$/.test(node.expression.getText())
  );
}

/**
 * Returns the text of a literal, with `\ufffc` for each value of a template, or an empty text for
 * other nodes.
 */
function textOf(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => text)
    .join('\ufffc');
}

/**
 * Checks whether a text contains two consecutive words, or is a single word that looks like a
 * label.
 */
function isHuman(text: string): boolean {
  return /\p{L}{2,}[,:]? \p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}{2,}[.…]?$/u.test(text);
}

/** Names, reports, and generated code. They are always in English. */
const notTranslated: readonly string[] = [
  'Workflow Jobs',
  'Workflow Jobs \ufffc, VS Code \ufffc',
  'Workflow Jobs \ufffc, VS Code \ufffc, extension host: \ufffc',
  'HTTP status: \ufffc',
  'export const fields = \ufffc as const;\n',
  'export interface Fields {',
  // A column of an export has the same name in every language.
  '\ufffc (as sent)',
  // HTTP
  'Authorization',
  'Bearer',
];

describe('Source code', async () => {
  const texts = (await sources()).map(textsOf);

  it('passes only string literals to l10n.t', () => {
    expect(texts.flatMap(({ indirect }) => indirect)).toEqual([]);
  });

  it('uses exactly the strings in bundle.l10n.json', async () => {
    const bundled = Object.keys(await readJson('l10n/bundle.l10n.json'));
    const translated = [...new Set(texts.flatMap((each) => each.translated))];
    expect({
      missing: translated.filter((text) => !bundled.includes(text)),
      unused: bundled.filter((text) => !translated.includes(text)),
    }).toEqual({ missing: [], unused: [] });
  });

  it('passes each user interface string to l10n.t', () => {
    expect(texts.flatMap(({ bare }) => bare)).toEqual([]);
  });
});

describe('package.json', () => {
  it('references package.nls.json for each user interface string', async () => {
    const [manifest, known] = [await readJson('package.json'), await readJson('package.nls.json')];
    // These properties contain values, or texts for language models.
    const notForPeople = ['default', 'examples', 'modelDescription', 'inputSchema'];
    const bare: string[] = [];
    JSON.stringify(manifest['contributes'], (name, value: unknown) => {
      if (notForPeople.includes(name)) return undefined;
      const reference = typeof value === 'string' ? /^%(.+)%$/.exec(value)?.[1] : undefined;
      if (
        typeof value === 'string' &&
        (reference === undefined ? isHuman(value) : !(reference in known))
      ) {
        bare.push(`${name}: ${value}`);
      }
      return value;
    });
    expect(bare).toEqual([]);
  });
});
