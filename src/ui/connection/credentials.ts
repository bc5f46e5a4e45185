import { type Disposable, EventEmitter, type SecretStorage, l10n } from 'vscode';
import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { type CredentialHeader, ServiceError } from '../../service/index.ts';
import { notify } from '../feedback/notify.ts';
import { settings } from './settings.ts';

const prefix = 'apiKey:';
/** The origins that a key may go to without encryption. */
const allowedName = 'plainHttp.warned';

/**
 * API keys in SecretStorage, one per origin: a workspace that points the base URL elsewhere finds no key there.
 * A key is read when the first request needs it, and kept until it changes.
 */
export class Credentials implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #memory: Memory;
  readonly #read = new Map<string, Thenable<string | undefined>>();
  /** Answers to the question whether a key may go to an origin without encryption. */
  readonly #permissions = new Map<string, Promise<boolean>>();
  readonly #changed = new EventEmitter<string>();
  /** Fires with the origin whose key changed, in this window or another. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(secrets: SecretStorage, memory: Memory) {
    this.#secrets = secrets;
    this.#memory = memory;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(prefix)) return;
      const origin = key.slice(prefix.length);
      this.#read.delete(key);
      this.#permissions.delete(origin);
      this.#changed.fire(origin);
    });
  }

  /**
   * The header that carries the key of an origin, as the settings say; undefined where no key is stored.
   * @throws {ServiceError} `unauthorized` where others could read the key on the way and the person does not want that
   */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const stored = await this.#get(origin);
    if (stored === undefined) return undefined;
    if (!(await this.#maySend(origin))) {
      throw new ServiceError('unauthorized', l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin), {
        advice: l10n.t('Use an https address, or set the API key again to be asked again.'),
      });
    }
    const scheme = settings.apiKeyScheme();
    // A key that was pasted with the scheme has it once.
    const isPrefixed = scheme !== '' && stored.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
    const secret = isPrefixed ? stored.slice(scheme.length).trim() : stored;
    return { name: settings.apiKeyHeader(), value: scheme === '' ? secret : `${scheme} ${secret}`, secret };
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

  /** A yes is kept for good, a no until the key changes or the window is reloaded. */
  #maySend(origin: string): boolean | Promise<boolean> {
    const allowed = () => readStoredList(z.string(), this.#memory.get(allowedName));
    if (!isReadableOnTheWay(origin) || allowed().includes(origin)) return true;
    const ask = async () => {
      const send = l10n.t('Send It');
      const question = l10n.t('Send the API key to {0} without encryption? Others on the network can read it. Use https if the service offers it.', origin);
      const isAllowed = (await notify.ask(question, send)) === send;
      if (isAllowed) this.#memory.set(allowedName, [...allowed(), origin]);
      return isAllowed;
    };
    const permission = this.#permissions.get(origin) ?? ask();
    this.#permissions.set(origin, permission);
    return permission;
  }

  #get(origin: string): Thenable<string | undefined> {
    const name = prefix + origin;
    const reading = this.#read.get(name) ?? this.#secrets.get(name);
    this.#read.set(name, reading);
    void reading.then(undefined, () => this.#read.delete(name));
    return reading;
  }
}

/** Whether what is sent to an origin can be read on the way; a loopback address never leaves the machine. */
function isReadableOnTheWay(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isLoopback = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return protocol === 'http:' && !isLoopback;
}

/** Why a text cannot be sent as an API key, as a sentence; undefined where it can. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (/[\r\n]/.test(key)) return l10n.t('An API key is a single line.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) return l10n.t('An API key holds only Latin letters, digits and signs: no other character can be sent.');
  return undefined;
}
