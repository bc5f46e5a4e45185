// Must be imported before Mocha, because Mocha uses the console that exists when Mocha is loaded.
import './console.ts';
import 'mocha/mocha.js';
import { collectRejections } from '../vscode/insideHost.ts';
import { shuffleSuite } from '../vscode/order.ts';
import { evaluateRun, suiteOptions } from '../report/evaluateRun.ts';
import { callNode } from './callNode.ts';
import { worker } from './worker.ts';

// Defines the global functions of Mocha for the suites, which are bundled after this file.
mocha.setup(suiteOptions);

/**
 * Runs the test suites in this bundle. VS Code calls this function in the extension host of a
 * browser worker.
 */
export async function run(): Promise<void> {
  const rejections = collectRejections((onRejection) =>
    worker.addEventListener('unhandledrejection', ({ reason }) => onRejection(reason)),
  );
  const { grep, seed } = await callNode('options', null);
  shuffleSuite(mocha.suite, seed);
  if (grep !== undefined) mocha.grep(grep);
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    const running = mocha.run(() => resolve(running));
  });
  // Waits for a new task, because rejections are reported only after pending microtasks have run.
  await new Promise((resolve) => setTimeout(resolve));

  const { results, verdict } = evaluateRun(runner, rejections);
  await callNode('results', results);
  if (verdict) {
    console.error(verdict.message);
    throw verdict;
  }
}
