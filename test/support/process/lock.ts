import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { HumanError } from './humanError.ts';

const pollMs = 300;
const limitMs = 10 * 60_000;

/** Runs `work` while no other process holds the lock file; a lock whose process is gone is taken over. */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  await acquire(file, onWait);
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function acquire(file: string, onWait: () => void): Promise<void> {
  const mine = `${file}.${process.pid}`;
  await writeFile(mine, String(process.pid));
  try {
    const deadline = Date.now() + limitMs;
    for (let waited = false; ; waited = true) {
      // A hard link appears with its content or not at all.
      const error = await link(mine, file).then(() => null, (reason: NodeJS.ErrnoException) => reason);
      if (!error) return;
      if (error.code !== 'EEXIST') throw error;
      const holder = Number(await readFile(file, 'utf8').catch(() => ''));
      if (holder > 0 && !isRunning(holder)) {
        await rm(file, { force: true });
        continue;
      }
      if (!waited) onWait();
      if (Date.now() > deadline) throw new HumanError(`Process ${holder} has held ${file} for ten minutes; end it or delete that file, then run this again.`);
      await delay(pollMs);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
