import { type Disposable, EventEmitter, type SecretStorage, l10n } from 'vscode';
import type { Memory } from '../../model/util/memory.ts';
import type { CredentialHeader } from '../../service/index.ts';
import { notify } from '../feedback/notify.ts';
import { settings } from './settings.ts';

const prefix = 'apiKey:';

/**
 * API keys in SecretStorage, one per origin: a workspace that points the base URL elsewhere finds no key there.
 * A key is read when the first request needs it, and kept until it changes.
 */
export class Credentials implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #read = new Map<string, Thenable<string | undefined>>();
  readonly #changed = new EventEmitter<string>();
  /** Fires with the origin whose key changed, in this window or another. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(secrets: SecretStorage) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(prefix)) return;
      this.#read.delete(key);
      this.#changed.fire(key.slice(prefix.length));
    });
  }

  /** The header that carries the key of an origin, as the settings say; undefined where no key is stored. */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const key = await this.#get(origin);
    if (key === undefined) return undefined;
    const scheme = settings.apiKeyScheme();
    return { name: settings.apiKeyHeader(), value: scheme === '' ? key : `${scheme} ${key}`, secret: key };
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#get(origin)) !== undefined;
  }

  async store(origin: string, key: string): Promise<void> {
    await this.#secrets.store(prefix + origin, key);
  }

  async remove(origin: string): Promise<void> {
    await this.#secrets.delete(prefix + origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #get(origin: string): Promise<string | undefined> {
    const name = prefix + origin;
    const reading = this.#read.get(name) ?? this.#secrets.get(name);
    this.#read.set(name, reading);
    try {
      return await reading;
    } catch (error) {
      this.#read.delete(name);
      throw error;
    }
  }
}

/** Why a text cannot be sent as an API key, as a sentence; undefined where it can. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (/[\r\n]/.test(key)) return l10n.t('An API key is a single line.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) return l10n.t('An API key holds only Latin letters, digits and signs: no other character can be sent.');
  return undefined;
}

const warnedName = 'plainHttp.warned';

/** Warns once per origin of `http:` that a key travels unencrypted; a loopback address never leaves the machine. */
export async function warnOfPlainHttp(origin: string, memory: Memory): Promise<void> {
  const { hostname } = new URL(origin);
  const stored = memory.get(warnedName);
  const warned: unknown[] = Array.isArray(stored) ? stored : [];
  if (isLoopback(hostname) || warned.includes(origin)) return;
  memory.set(warnedName, [...warned, origin]);
  await notify.warn(l10n.t('The API key is sent to {0} without encryption: anybody on the way can read it. Use https where the service offers it.', origin));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
