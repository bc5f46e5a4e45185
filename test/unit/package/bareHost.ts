import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { createContext, runInContext } from 'node:vm';

export interface Call {
  /** A member of VS Code's interface that was called or constructed: `commands.registerCommand`. */
  readonly name: string;
  readonly args: readonly unknown[];
}

type Answers = Record<string, (...args: never[]) => unknown>;
type Module = (module: { exports: unknown }, exports: unknown, require: (name: string) => unknown) => void;

interface Activation {
  /** Whatever of VS Code's interface was called so far, in order. */
  readonly calls: readonly Call[];
  /** Files that were required so far. */
  readonly files: readonly string[];
  /** Runs a command that was registered. */
  readonly run: (command: string) => Promise<void>;
}

/**
 * Activates a bundle as an extension host does, in a world of its own: what is of no use there is not there. It knows the
 * language without network, disk or timers, and a stand-in of VS Code's interface that only notes what is asked of it.
 * @param main the bundle's file
 * @param context what of the extension's context may be looked at
 * @param answers what VS Code's functions answer, by name
 * @param globals what else the world knows
 */
export function activate(main: string, context: object = {}, answers: Answers = {}, globals: object = {}): Activation {
  const calls: Call[] = [];
  const files: string[] = [];
  const vscode = standIn('', calls, answers);
  const world = createContext({ ...globals });
  const modules = new Map<string, { exports: unknown }>();
  const load = (file: string): unknown => {
    const known = modules.get(file);
    if (known !== undefined) return known.exports;
    files.push(file);
    const module = { exports: {} };
    modules.set(file, module);
    const run = runInContext(`(function (module, exports, require) {${readFileSync(file, 'utf8')}\n})`, world, { filename: file }) as Module;
    run(module, module.exports, (name) => {
      if (name === 'vscode') return vscode;
      if (!name.startsWith('./')) throw new Error(`${file} requires ${name}.`);
      return load(normalize(join(dirname(file), name)));
    });
    return module.exports;
  };
  const extension = load(main) as { activate: (context: unknown) => unknown };
  const returned = extension.activate(onlyKnowing({ subscriptions: [], ...context }));
  if (returned !== undefined) throw new Error('Activation is something to wait for.');
  return {
    calls,
    files,
    run: async (command) => {
      const [, action] = calls.find(({ name, args: [id] }) => name === 'commands.registerCommand' && id === command)?.args ?? [];
      if (typeof action !== 'function') throw new Error(`The command ${command} is not registered.`);
      await (action as () => unknown)();
    },
  };
}

/** Any member of an interface, and whatever it leads to. */
function standIn(path: string, calls: Call[], answers: Answers): unknown {
  const noting = (_target: unknown, _this: unknown, args: never[]): object => {
    calls.push({ name: path, args });
    return (answers[path]?.(...args) ?? standIn(`${path}()`, calls, answers)) as object;
  };
  return new Proxy(function member() {}, {
    get: (target, name) => {
      if (Object.hasOwn(target, name) && name !== 'name' && name !== 'length' && name !== 'prototype') return Reflect.get(target, name) as unknown;
      return typeof name === 'symbol' || name === 'then' ? undefined : standIn(path === '' ? name : `${path}.${name}`, calls, answers);
    },
    apply: noting,
    construct: (target, args: never[]) => noting(target, undefined, args),
    ownKeys: () => {
      throw new Error('The whole interface of VS Code is copied.');
    },
  });
}

function onlyKnowing(known: object): object {
  return new Proxy(known, {
    get: (target, name) => {
      if (!(name in target)) throw new Error(`The extension asks for context.${String(name)}.`);
      return Reflect.get(target, name) as unknown;
    },
  });
}
