/**
 * Checks what a screen reader says: walks through a window by keyboard, and compares the phrases of Orca with
 * the expected ones. Runs on a virtual screen; see CONTRIBUTING.md.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../support/build.ts';
import { projectFolder, testResultsFolder } from '../support/paths.ts';
import { runCommand } from '../support/process/humanError.ts';
import { installVscode } from '../support/vscode/install.ts';
import { startVscodeServer, writeUserSettings } from '../support/vscode/server.ts';
import { windowUrl } from '../support/vscode/window.ts';
import { Desktop } from './desktop.ts';
import { startListService } from './listService.ts';
import { type Step, steps } from './steps.ts';

interface Result {
  readonly step: Step;
  readonly phrases: readonly string[];
  readonly missing: readonly RegExp[];
}

await runCommand(async () => {
  const installation = await installVscode();
  await buildExtension();
  const service = await startListService();
  const folder = await mkdtemp(join(tmpdir(), 'workflow-jobs-screen-reader-'));
  const dataFolder = join(folder, 'server');
  await mkdir(join(folder, 'workspace'));
  await writeUserSettings(dataFolder, {
    'editor.accessibilitySupport': 'on',
    'workflowJobs.baseUrl': service.url,
  });
  const server = await startVscodeServer({ installation, dataFolder });
  const address = windowUrl({
    port: server.port,
    folder: join(folder, 'workspace'),
    extensionFolders: [projectFolder],
  });
  const desktop = await Desktop.start(address);
  try {
    const results: Result[] = [];
    for (const step of steps) results.push(await runStep(step, desktop));
    await mkdir(testResultsFolder, { recursive: true });
    await writeFile(join(testResultsFolder, 'screen-reader.md'), transcript(results));
    const failed = results.filter(({ missing }) => missing.length > 0).length;
    console.log(`${results.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await desktop.stop();
    await server.stop();
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function runStep(step: Step, desktop: Desktop): Promise<Result> {
  const phrases: string[] = [];
  if (step.type !== undefined) phrases.push(...(await desktop.type(step.type)));
  for (const key of step.keys) phrases.push(...(await desktop.press(key)));
  const missing = missingPhrases(step.hears, phrases);
  console.log(`${missing.length === 0 ? '✓' : '✗'} ${step.title}: ${phrases.join(' | ')}`);
  for (const phrase of missing) console.log(`    not heard: ${String(phrase)}`);
  return { step, phrases, missing };
}

/** Returns the expected phrases that do not follow each other in what was heard. */
function missingPhrases(expected: readonly RegExp[], heard: readonly string[]): RegExp[] {
  let next = 0;
  return expected.filter((phrase) => {
    const index = heard.findIndex((each, at) => at >= next && phrase.test(each));
    if (index !== -1) next = index + 1;
    return index === -1;
  });
}

function transcript(results: readonly Result[]): string {
  const rows = results.map(({ step, phrases }) => `| ${step.title} | ${phrases.join('<br>')} |`);
  return ['| Step | Orca says |', '|---|---|', ...rows, ''].join('\n');
}
