/**
 * Walks through a window by keyboard, and compares the phrases of the screen reader Orca with the
 * expected ones. Runs on a virtual screen; see CONTRIBUTING.md.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExtension } from '../support/vscode/build.ts';
import { projectFolder, testResultsFolder } from '../support/paths.ts';
import { runCommand } from '../support/process/humanError.ts';
import { installVscode } from '../support/vscode/install.ts';
import { startVscodeServer, writeUserSettings } from '../support/vscode/server.ts';
import { windowUrl } from '../support/vscode/window.ts';
import { Desktop } from './desktop.ts';
import { type ListService, startListService } from './listService.ts';
import { type Step, steps } from './steps.ts';

interface Result {
  readonly step: Step;
  readonly phrases: readonly string[];
  readonly problems: readonly string[];
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
    for (const step of steps) results.push(await runStep(step, desktop, service));
    await mkdir(testResultsFolder, { recursive: true });
    await writeFile(join(testResultsFolder, 'screen-reader.md'), transcript(results));
    const failed = results.filter(({ problems }) => problems.length > 0).length;
    console.log(`${results.length - failed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    await desktop.stop();
    await server.stop();
    await service.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

async function runStep(step: Step, desktop: Desktop, service: ListService): Promise<Result> {
  const phrases: string[] = [];
  step.change?.(service);
  if (step.type !== undefined) phrases.push(...(await desktop.type(step.type)));
  for (const key of step.keys ?? []) phrases.push(...(await desktop.press(key)));
  for (const late of missingPhrases(step.hears, phrases))
    phrases.push(...(await desktop.hear(late)));
  const problems = missingPhrases(step.hears, phrases).map(
    (phrase) => `not heard: ${String(phrase)}`,
  );
  const { once } = step;
  if (once !== undefined && phrases.filter((phrase) => once.test(phrase)).length > 1) {
    problems.push(`heard repeatedly: ${String(once)}`);
  }
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${step.title}: ${phrases.join(' | ')}`);
  for (const problem of problems) console.log(`    ${problem}`);
  return { step, phrases, problems };
}

/** Returns the expected phrases that were not heard in this order. */
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
