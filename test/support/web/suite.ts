// Mocha keeps the console that it finds when it loads.
import './console.ts';
import 'mocha/mocha.js';
import { collectRejections, judge } from '../vscode/insideHost.ts';
import { callNode } from './callNode.ts';
import { worker } from './worker.ts';

// The suites that are bundled after this find its functions.
mocha.setup({ ui: 'tdd', reporter: 'spec', timeout: 60_000 });

/** Runs the suites of this bundle inside the extension host of a browser's worker; VS Code calls it. */
export async function run(): Promise<void> {
  const rejections = collectRejections((onRejection) => worker.addEventListener('unhandledrejection', ({ reason }) => onRejection(reason)));
  const { grep, forbidOnly } = await callNode('options', null);
  if (grep !== undefined) mocha.grep(grep);
  if (forbidOnly) mocha.forbidOnly();
  const stats = await new Promise<Mocha.Stats>((resolve, reject) => {
    const runner = mocha.run(() => (runner.stats ? resolve(runner.stats) : reject(new Error('Mocha kept no counts.'))));
  });
  // A rejection counts as unhandled only after the microtasks of its turn.
  await new Promise((resolve) => setTimeout(resolve));

  const { failed, verdict } = judge(stats, rejections);
  await callNode('results', { passed: stats.passes, failed, skipped: stats.pending });
  if (verdict) throw verdict;
}
