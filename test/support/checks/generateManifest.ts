import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HumanError, runCommand } from '../process/humanError.ts';
import { projectFolder } from '../paths.ts';

interface Setting {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly default: unknown;
  readonly enum?: readonly string[];
}

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

const scope = 'workflowJobs';
const file = join(projectFolder, 'src/manifest.ts');

/** Returns the source code of `src/manifest.ts`. */
function sourceOf({ publisher, name, version, contributes }: Manifest): string {
  const ids = contributes.commands.map(({ command }) => command);
  const commands = ids
    .filter((id) => id.startsWith(`${scope}.`))
    .map((id) => `  | ${literal(nameOf(id))}`);
  const settings = Object.entries(contributes.configuration.properties).map(
    ([id, setting]) =>
      `  ${literal(nameOf(id))}: ${literal(setting.default)} as ${typeOf(setting)},`,
  );
  return `// Generated from package.json by \`npm run manifest\`. Do not edit.

export const publisher = ${literal(publisher)};
export const version = ${literal(version)};
export const extensionId = ${literal(`${publisher}.${name}`)};

/** The public commands, by ID without \`${scope}.\`. */
export type PublicCommand =
${commands.join('\n')};

/** The default value of each setting, by ID without \`${scope}.\`. */
export const settingDefaults = {
${settings.join('\n')}
};
`;
}

function nameOf(id: string): string {
  return id.slice(scope.length + 1);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

function typeOf({ type, enum: values }: Setting): string {
  if (values !== undefined) return values.map(literal).join(' | ');
  if (type === 'array') return 'readonly unknown[]';
  return type === 'integer' ? 'number' : type;
}

/**
 * Implements `npm run manifest`, which writes `src/manifest.ts`. With `--check`, fails if the file
 * is outdated instead of writing it.
 */
await runCommand(async () => {
  const manifest = JSON.parse(
    await readFile(join(projectFolder, 'package.json'), 'utf8'),
  ) as Manifest;
  const source = sourceOf(manifest);
  if (!process.argv.includes('--check')) {
    await writeFile(file, source);
    return 0;
  }
  if ((await readFile(file, 'utf8')) !== source) {
    throw new HumanError('src/manifest.ts is older than package.json: run "npm run manifest".');
  }
  return 0;
});
