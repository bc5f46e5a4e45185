import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { vscodeTestFolder } from './paths.ts';
import { HumanError } from './process/humanError.ts';

export const startUsage = `Opens a VS Code with this extension beside two sandbox services, as the environments Development and Production.

  --port <port>          of VS Code (default: a free one)
  --sandbox-port <port>  of the first sandbox service (default: a free one)
  --jobs <count>         of each sandbox service (default: 4213)
  --no-open              only print the address
  --data <folder>        where settings and state are kept (default: .vscode-test/start)
  --no-build             do not build the extension first`;

/** Parses the options of `npm start`. Throws a sentence for an invalid value. */
export function readStartOptions(args: readonly string[]) {
  const { values: flags } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '0' },
      'sandbox-port': { type: 'string', default: '0' },
      jobs: { type: 'string', default: '4213' },
      'no-open': { type: 'boolean', default: false },
      data: { type: 'string', default: join(vscodeTestFolder, 'start') },
      'no-build': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    ...flags,
    port: readPort(flags.port, '--port'),
    sandboxPort: readPort(flags['sandbox-port'], '--sandbox-port'),
    jobs: readJobs(flags.jobs),
  };
}

function readPort(text: string, flag: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new HumanError(`${flag} takes a port number from 0 (a free one) to 65535, not "${text}".`);
  }
  return port;
}

function readJobs(text: string): number {
  const jobs = Number(text);
  if (!/^\d+$/.test(text) || jobs > 1_000_000) {
    throw new HumanError(`--jobs takes a number of jobs from 0 to 1000000, not "${text}".`);
  }
  return jobs;
}
