import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { projectFolder } from '../../support/paths.ts';

export const readProjectFile = (path: string) => readFile(join(projectFolder, path), 'utf8');

const manifestSchema = z.object({
  publisher: z.string(),
  name: z.string(),
  version: z.string(),
  engines: z.object({ vscode: z.string() }),
  main: z.string(),
  browser: z.string(),
  icon: z.string(),
  capabilities: z.object({
    untrustedWorkspaces: z.object({ restrictedConfigurations: z.array(z.string()) }),
  }),
  contributes: z.object({
    commands: z.array(
      z.object({
        command: z.string(),
        title: z.string(),
        category: z.string(),
        enablement: z.string().optional(),
      }),
    ),
    menus: z.record(
      z.string(),
      z.array(
        z.object({
          command: z.string(),
          when: z.string().optional(),
          group: z.string().optional(),
        }),
      ),
    ),
    configuration: z.object({
      properties: z.record(
        z.string(),
        z.object({
          default: z.json(),
          format: z.string().optional(),
          pattern: z.string().optional(),
          scope: z.string(),
          items: z.object({ properties: z.record(z.string(), z.json()).optional() }).optional(),
        }),
      ),
    }),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
    viewsWelcome: z.array(z.object({ when: z.string() })),
    keybindings: z.array(z.object({ when: z.string().optional() })),
    walkthroughs: z.array(
      z.object({
        id: z.string(),
        steps: z.array(
          z.object({ title: z.string(), description: z.string(), completionEvents: z.array(z.string()) }),
        ),
      }),
    ),
  }),
});

export const readManifest = async () =>
  manifestSchema.parse(JSON.parse(await readProjectFile('package.json')));

/** The texts of `package.nls.json`, by key. */
export const readTexts = async () =>
  z.record(z.string(), z.string()).parse(JSON.parse(await readProjectFile('package.nls.json')));
