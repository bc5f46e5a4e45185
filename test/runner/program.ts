import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../support/paths.ts';

/**
 * Environment variable that all child processes inherit. It identifies the processes of one
 * program.
 */
const traceVariable = 'WORKFLOW_JOBS_RUNNER_TRACE';

export interface Program {
  readonly output: () => string;
  /** Resolves with the exit code, or the name of the signal. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Returns the command lines of all processes, including indirect children. Linux only. */
  readonly processes: () => Promise<string[]>;
}

/** Starts a command of this project. */
export function startProgram(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Program {
  const trace = randomUUID();
  const child = spawn(process.execPath, [join(projectFolder, script), ...args], {
    cwd: projectFolder,
    env: { ...process.env, ...env, [traceVariable]: trace },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    output: () => output,
    ended: new Promise((resolve) => child.on('close', (code, signal) => resolve(code ?? signal))),
    kill: (signal) => child.kill(signal),
    processes: () => tracedProcesses(`${traceVariable}=${trace}`),
  };
}

async function tracedProcesses(trace: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
      return environment.includes(trace)
        ? readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
        : '';
    }),
  );
  return commands
    .filter((command) => command !== '')
    .map((command) => command.replaceAll('\0', ' '));
}
