import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'vscode-ext-gen';
import { HumanError, runCommand } from './process/humanError.ts';
import { projectFolder } from './paths.ts';

const file = join(projectFolder, 'src/manifest.ts');

/** `npm run manifest`: writes the ids and settings of package.json as types; with `--check`, fails on older ones. */
await runCommand(async () => {
  const manifest: unknown = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'));
  const { dts } = await generate(manifest as Parameters<typeof generate>[0], {
    cwd: projectFolder,
    extensionScope: 'workflowJobs',
    locale: true,
  });
  const isCheck = process.argv.includes('--check');
  if (!isCheck) {
    await writeFile(file, dts);
    return 0;
  }
  if ((await readFile(file, 'utf8')) !== dts) {
    throw new HumanError('src/manifest.ts is older than package.json: run "npm run manifest".');
  }
  return 0;
});
