import * as vscode from 'vscode';
import type { Memory } from './memory.ts';
import { notify } from '../feedback/notify.ts';

const warnedName = 'plainHttp.warned';

/** Warns once per origin of `http:` that a key travels unencrypted; a loopback address never leaves the machine. */
export async function warnOfPlainHttp(origin: string, memory: Memory): Promise<void> {
  const { hostname } = new URL(origin);
  const stored = memory.get(warnedName);
  const warned: unknown[] = Array.isArray(stored) ? stored : [];
  if (isLoopback(hostname) || warned.includes(origin)) return;
  memory.set(warnedName, [...warned, origin]);
  await notify.warn(vscode.l10n.t('The API key is sent to {0} without encryption: anybody on the way can read it. Use https where the service offers it.', origin));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
