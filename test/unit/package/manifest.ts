import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { projectFolder } from '../../support/paths.ts';

export const readProjectFile = (path: string) => readFile(join(projectFolder, path), 'utf8');

const text = z.string();
const optionalText = text.optional();

const manifestSchema = z.object({
  version: text,
  engines: z.object({ vscode: text }),
  main: text,
  browser: text,
  icon: text,
  capabilities: z.object({
    untrustedWorkspaces: z.object({ restrictedConfigurations: z.array(text) }),
  }),
  contributes: z.object({
    commands: z.array(
      z.object({ command: text, title: text, category: text, enablement: optionalText }),
    ),
    submenus: z.array(z.object({ id: text, label: text })),
    menus: z.record(
      text,
      z.array(
        z.object({
          command: optionalText,
          submenu: optionalText,
          when: optionalText,
          group: optionalText,
        }),
      ),
    ),
    configuration: z.object({
      properties: z.record(
        text,
        z.object({
          default: z.json(),
          format: optionalText,
          pattern: optionalText,
          scope: text,
          items: z.object({ properties: z.record(text, z.json()).optional() }).optional(),
        }),
      ),
    }),
    views: z.record(text, z.array(z.object({ id: text, name: text }))),
    viewsWelcome: z.array(z.object({ when: text })),
    walkthroughs: z.array(
      z.object({
        steps: z.array(
          z.object({ title: text, description: text, completionEvents: z.array(text) }),
        ),
      }),
    ),
    languageModelTools: z.array(
      z.object({
        name: text,
        modelDescription: text,
        toolReferenceName: text,
        canBeReferencedInPrompt: z.literal(true),
        icon: text,
        inputSchema: z.json(),
        when: optionalText,
      }),
    ),
    taskDefinitions: z.tuple([
      z.object({
        type: text,
        required: z.array(text),
        properties: z.record(
          text,
          z.object({
            type: z.union([text, z.array(text)]),
            pattern: optionalText,
            default: z.json().optional(),
            exclusiveMinimum: z.number().optional(),
            maximum: z.number().optional(),
          }),
        ),
      }),
    ]),
  }),
});

export const packageJson = await readProjectFile('package.json');
export const manifest = manifestSchema.parse(JSON.parse(packageJson));
export const { contributes } = manifest;
export const commandIds = contributes.commands.map(({ command }) => command);
export const settings = contributes.configuration.properties;

/** Texts of `package.nls.json`, by key. */
export const texts = z
  .record(text, text)
  .parse(JSON.parse(await readProjectFile('package.nls.json')));

/** Returns the text that a placeholder such as `%displayName%` refers to. */
export const localized = (value: string) => texts[value.replaceAll('%', '')] ?? value;

/** Returns the first group of each match. */
export const groupsIn = (value: string, pattern: RegExp) =>
  [...value.matchAll(pattern)].flatMap(([, group]) => group ?? []);
