import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../support/service/listen.ts';
import { launchBrowser } from '../support/vscode/window.ts';
import { startProgram, type Program } from './program.ts';

async function start(...args: string[]): Promise<Program & { data: string }> {
  const data = await mkdtemp(join(tmpdir(), 'workflow-jobs-start-'));
  const program = startProgram('test/support/scripts/start.ts', [
    '--no-open',
    '--no-build',
    '--data',
    data,
    ...args,
  ]);
  onTestFinished(async () => {
    program.kill('SIGKILL');
    await program.ended;
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });
  return { ...program, data };
}

/** Waits until the program prints the address of the window. */
async function address(program: Program): Promise<string> {
  const line = /^\s+(http:\/\/127\.0\.0\.1:\d+\/\?folder=\S+)$/m;
  await expect.poll(program.output, { timeout: 60_000 }).toMatch(line);
  return line.exec(program.output())?.[1] ?? '';
}

/** Sends a signal, and checks that the program and all its child processes end. Linux only. */
async function expectNothingLeft(
  program: Program,
  signal: NodeJS.Signals,
  outcome: number | NodeJS.Signals,
): Promise<void> {
  program.kill(signal);
  expect(await program.ended).toBe(outcome);
  await expect.poll(program.processes, { timeout: 20_000 }).toEqual([]);
}

const onLinux = test.runIf(process.platform === 'linux');

describe('npm start', () => {
  onLinux('opens a window connected to the first of two sandbox services', async () => {
    const program = await start('--jobs', '100000');
    const url = await address(program);
    const settings = JSON.parse(
      await readFile(join(program.data, 'server/data/User/settings.json'), 'utf8'),
    ) as Record<string, unknown>;
    const environments = settings['workflowJobs.environments'] as {
      name: string;
      baseUrl: string;
      kind: string;
    }[];
    expect(environments.map(({ name, kind }) => [name, kind])).toEqual([
      ['Development', 'development'],
      ['Production', 'production'],
    ]);
    expect(settings['workflowJobs.baseUrl']).toBe(environments[0]?.baseUrl);
    const [first, second] = await Promise.all(
      environments.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/fields`)).text()),
    );
    expect(first).toContain('"Supplier"');
    expect(second).toContain('"Vendor"');
    for (const { baseUrl } of environments) {
      expect(await (await fetch(`${baseUrl}/jobs`)).json()).toMatchObject({
        data: { pagination: { total: 100_000 } },
      });
    }
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    await (await browser.newPage()).goto(url, { waitUntil: 'commit' });
    const hasExtensionHost = async () =>
      (await program.processes()).some((command) => command.includes('--type=extensionHost'));
    await expect.poll(hasExtensionHost, { timeout: 60_000 }).toBe(true);
    await expectNothingLeft(program, 'SIGINT', 0);
  });

  onLinux('terminates all child processes after SIGKILL', async () => {
    const program = await start();
    await address(program);
    await expectNothingLeft(program, 'SIGKILL', 'SIGKILL');
  });

  test('reports an error if a port is in use', async () => {
    const busy = createServer();
    onTestFinished(() => void busy.close());
    const port = await listen(busy);
    const program = await start('--sandbox-port', String(port));
    expect(await program.ended).toBe(1);
    expect(program.output().trim()).toBe(
      `Port ${port} cannot be used (EADDRINUSE). Choose another port, or omit the option to use a free port.`,
    );
  });
});
