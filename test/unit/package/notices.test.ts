import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { build, readFiles, scratchFolder } from '../../support/package/packaging.ts';

const { production, development } = inject('builds');

describe('THIRD_PARTY_NOTICES.txt', () => {
  it('contains the license of each bundled package', async () => {
    const notices = (await readFile(join(production, 'THIRD_PARTY_NOTICES.txt'), 'utf8'))
      .split(`\n${'-'.repeat(80)}\n`)
      .slice(1);
    const names = notices.map((notice) => /^\s*(\S+) [\d.]+ \([\w.-]+\)/.exec(notice)?.[1]);
    // The icons have no source map. The core of the SDK is part of its packages.
    const expected = [...(await packagesInSourceMaps(development)), '@vscode/codicons'].filter(
      (name) => name !== '@modelcontextprotocol/core-internal',
    );
    expect(new Set(names)).toEqual(new Set(expected));
    expect(names).toEqual([...names].sort());
    for (const notice of notices) {
      expect(notice).toMatch(
        /Permission is hereby granted|Permission to use, copy, modify|Apache License\s+Version 2\.0|Redistribution and use in source and binary forms|Attribution 4\.0 International/,
      );
    }
  });
});

describe('Production build', () => {
  it('fails if a bundled package has no license', async () => {
    const { folder: project, remove } = await scratchFolder();
    onTestFinished(remove);
    await writeFiles(project, {
      'src/extension.ts': "import { bare } from 'bare';\nexport const activate = () => bare;",
      'src/sandbox/index.ts': 'export const startSandbox = () => 1;',
      'src/agents/mcp/server.ts': 'export const server = 1;',
      'src/webview/jobPage/main.ts': 'document.title = "page";',
      'src/webview/overview/main.ts': 'document.title = "page";',
      'node_modules/bare/package.json': JSON.stringify({
        name: 'bare',
        version: '1.2.3',
        main: 'index.js',
      }),
      'node_modules/bare/index.js': 'export const bare = () => 1;',
    });
    const failure: unknown = await build(join(project, 'dist'), { cwd: project }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^The bundled package bare 1\.2\.3 does not contain a license text\. [^.\n]+\.\n$/,
      ) as string,
    });
  });
});

async function packagesInSourceMaps(folder: string): Promise<string[]> {
  const maps = await Promise.all(
    ['extension', 'sandbox', 'mcp', 'page'].map((bundle) =>
      readFiles(join(folder, bundle), '.js.map'),
    ),
  );
  const sources = maps
    .flatMap((files) => [...files.values()])
    .flatMap((text) => (JSON.parse(text) as { sources: string[] }).sources);
  return sources.flatMap(
    (source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [],
  );
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
