import { writeFile } from 'node:fs/promises';
import Module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { suiteVariables } from '../support/vscode/suiteVariables.ts';
import type { Activation, Cost } from './activation.ts';

interface Loader {
  _load: (this: void, request: string, parent: unknown, isMain: boolean) => unknown;
}

/**
 * Runs in the extension host of a new window. Activates each extension once, in the given order.
 */
export async function run(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const ids = JSON.parse(process.env['WORKFLOW_JOBS_BENCH'] ?? '[]') as string[];
  const activations: Record<string, Activation> = {};
  for (const id of ids) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) throw new Error(`${id} is not installed`);
    if (extension.isActive) throw new Error(`${id} is already active`);
    activations[id] = await measure(extension, collectGarbage);
  }
  await writeFile(process.env[suiteVariables.results] ?? '', JSON.stringify(activations));
}

/** Activates an extension. Measures only the extension's module and `activate` function. */
async function measure(
  extension: vscode.Extension<unknown>,
  collectGarbage: () => void,
): Promise<Activation> {
  const loader = Module as unknown as Loader;
  const load = loader._load;
  const costs: Cost[] = [];
  const timed = <T>(work: () => T): T => {
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const began = performance.now();
    const result = work();
    const milliseconds = performance.now() - began;
    collectGarbage();
    costs.push({ milliseconds, bytes: process.memoryUsage().heapUsed - before });
    return result;
  };
  loader._load = (request, parent, isMain) => {
    if (!request.startsWith(extension.extensionPath) || !/extension(\.js)?$/.test(request)) {
      return load(request, parent, isMain);
    }
    loader._load = load;
    const loaded = timed(() => load(request, parent, isMain)) as {
      activate: (context: unknown) => unknown;
    };
    return { ...loaded, activate: (context: unknown) => timed(() => loaded.activate(context)) };
  };
  await extension.activate();
  loader._load = load;
  const [required, activated] = costs;
  if (required === undefined || activated === undefined) {
    throw new Error(`VS Code did not load or activate ${extension.id}`);
  }
  return { required, activated };
}
