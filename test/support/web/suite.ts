// Mocha uses the console that exists when it loads.
import './console.ts';
import 'mocha/mocha.js';
import { collectRejections } from '../vscode/insideHost.ts';
import { shuffleSuite } from '../vscode/order.ts';
import { evaluateRun, suiteOptions } from '../report/evaluateRun.ts';
import { callNode } from './callNode.ts';
import { worker } from './worker.ts';

// The suites are bundled after this file and use its functions.
mocha.setup(suiteOptions);

/**
 * Runs the suites of this bundle in the extension host of a browser worker. VS Code calls this
 * function.
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
  // Rejections become unhandled only after the pending microtasks.
  await new Promise((resolve) => setTimeout(resolve));

  const { results, verdict } = evaluateRun(runner, rejections);
  await callNode('results', results);
  if (verdict) {
    console.error(verdict.message);
    throw verdict;
  }
}
