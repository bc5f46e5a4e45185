/**
 * Runs a program for `spawnGuarded`, and ends the program and all its child processes when standard
 * input closes. Standard input is a pipe from the parent process, so it also closes if the parent
 * process crashes.
 */
import { spawn, spawnSync } from 'node:child_process';

const graceMs = 2000;
const windows = process.platform === 'win32';
const [command = '', ...args] = process.argv.slice(2);

const program = spawn(command, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  // Creates a process group, so that all processes in the group can be ended together.
  detached: !windows,
  // On Windows, npm is a .cmd file, which requires a shell.
  shell: windows && command === 'npm',
  windowsHide: true,
});
program.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
program.on('exit', (code) => {
  // Ends child processes that are still running after the program has ended.
  signalGroup('SIGKILL');
  process.exit(code ?? 1);
});

process.stdin.on('error', stop);
process.stdin.on('close', stop);
process.stdin.resume();

function stop(): void {
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), graceMs);
}

function signalGroup(signal: NodeJS.Signals): void {
  if (program.pid === undefined) return;
  if (windows) {
    spawnSync('taskkill', ['/T', '/F', '/PID', String(program.pid)]);
    return;
  }
  try {
    process.kill(-program.pid, signal);
  } catch {
    // The process group has already ended, so there is nothing to do.
  }
}
