import { type Disposable, EventEmitter, type SecretStorage, l10n } from 'vscode';
import * as z from 'zod/mini';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema, timeSchema } from '../../model/util/schemas.ts';
import {
  type CredentialHeader,
  ServiceError,
  credentialHeader,
  isUnencrypted,
} from '../../service/index.ts';
import { notify } from '../feedback/notify.ts';
import { written } from '../feedback/report.ts';
import { settings } from './settings.ts';

const secretPrefix = 'apiKey:';

/**
 * Storage name of the list of origins with a key, because the secret storage cannot list its
 * entries.
 */
const originsName = 'apiKey.origins';
const consentsName = 'plainHttp.warned';
const originSchema = z.object({ origin: textSchema, setAt: timeSchema });

interface CredentialsOptions {
  readonly secrets: SecretStorage;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
}

/** An origin for which a key or a consent is stored, or that an environment uses. */
export interface KnownOrigin {
  readonly origin: string;
  /** Time at which the key was set, in epoch milliseconds. Undefined if there is no key. */
  readonly setAt: number | undefined;
  /** True if the user agreed to send the key to this origin without encryption. */
  readonly isUnencryptedAllowed: boolean;
}

/**
 * Stores API keys in the secret storage, one per origin. If a workspace changes the base URL to
 * another origin, the key is not sent there. Each key is read once and cached until it changes.
 */
export class Credentials {
  readonly #secrets: SecretStorage;
  readonly #store: KeyValueStore;
  /**
   * Open questions and refusals about sending a key without encryption, by origin. They are kept
   * until the key is set again or the window is reloaded. A consent is kept in the store, because
   * another window may withdraw it.
   */
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #known = new Map<string, Thenable<string | undefined>>();
  readonly #changed = new EventEmitter<string>();
  /** Fires with the origin whose key changed in any window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;

  constructor({ secrets, store }: CredentialsOptions) {
    this.#secrets = secrets;
    this.#store = store;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(secretPrefix)) this.#forgetKey(key.slice(secretPrefix.length));
    });
  }

  /**
   * Returns the header that contains the key of an origin, or undefined if no key is stored. Asks
   * the user before a key is sent without encryption.
   * @throws {ServiceError} `unauthorized` if the user refuses to send the key without encryption
   */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const key = await this.#read(origin);
    return key === undefined ? undefined : this.headerWith(origin, key);
  }

  /** Returns the header that contains this key, like {@link header}. */
  async headerWith(
    origin: string,
    key: string,
    { header, scheme }: ApiKeyHeader = settings.apiKeyAt(origin),
  ): Promise<CredentialHeader> {
    if (isUnencrypted(origin) && !(await this.#mayGoUnencrypted(origin))) {
      throw new ServiceError(
        'unauthorized',
        l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin),
        { origin, advice: l10n.t('Use an https address, or set the API key again to allow it.') },
      );
    }
    return credentialHeader(header, scheme, key);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#read(origin)) !== undefined;
  }

  /** Returns true if this origin has a key. Does not read the secret storage. */
  isListed(origin: string): boolean {
    return this.#listed.some((each) => each.origin === origin);
  }

  async store(origin: string, key: string): Promise<void> {
    await written(l10n.t('API key'), this.#secrets.store(secretPrefix + origin, key));
    this.#list(origin, Date.now());
  }

  async remove(origin: string): Promise<void> {
    await written(l10n.t('API key'), this.#secrets.delete(secretPrefix + origin));
    this.#list(origin, undefined);
  }

  /** Returns these origins, and all origins with a key or a consent. */
  origins(named: readonly string[]): readonly KnownOrigin[] {
    const keys = this.#listed;
    const unencrypted = this.#consents;
    const all = new Set([...named, ...keys.map(({ origin }) => origin), ...unencrypted]);
    return [...all].map((origin) => ({
      origin,
      setAt: keys.find((each) => each.origin === origin)?.setAt,
      isUnencryptedAllowed: unencrypted.includes(origin),
    }));
  }

  /** Withdraws the consent for an origin. The user is asked again before the next request. */
  forgetConsent(origin: string): void {
    const others = this.#consents.filter((each) => each !== origin);
    this.#store.set(consentsName, others);
    this.#answers.delete(origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** The origins to which a key may be sent without encryption. */
  get #consents(): readonly string[] {
    return readStoredList(textSchema, this.#store.get(consentsName));
  }

  async #mayGoUnencrypted(origin: string): Promise<boolean> {
    if (this.#consents.includes(origin)) return true;
    const answer = this.#answers.get(origin) ?? askForUnencrypted(origin);
    this.#answers.set(origin, answer);
    const isAllowed = await answer;
    if (isAllowed) {
      this.#store.set(consentsName, [...new Set([...this.#consents, origin])]);
      this.#answers.delete(origin);
    }
    return isAllowed;
  }

  /** The origins with a key. */
  get #listed() {
    return readStoredList(originSchema, this.#store.get(originsName));
  }

  /**
   * Updates the list of origins. @param setAt the current time, or undefined if the key was removed
   */
  #list(origin: string, setAt: KnownOrigin['setAt']): void {
    const others = this.#listed.filter((each) => each.origin !== origin);
    this.#store.set(originsName, setAt === undefined ? others : [...others, { origin, setAt }]);
  }

  #read(origin: string): Thenable<string | undefined> {
    const known = this.#known.get(origin);
    if (known !== undefined) return known;
    const reading = this.#secrets.get(secretPrefix + origin);
    this.#known.set(origin, reading);
    void reading.then(undefined, () => this.#known.delete(origin));
    return reading;
  }

  /** Called when any window has stored or removed a key. */
  #forgetKey(origin: string): void {
    this.#known.delete(origin);
    this.#answers.delete(origin);
    this.#changed.fire(origin);
  }
}

/**
 * Asks for consent. The first button refuses, because the question may appear while the user types.
 */
async function askForUnencrypted(origin: string): Promise<boolean> {
  const question = l10n.t(
    'Send the API key to {0} without encryption? Others on the network can read it. Use https if the service offers it.',
    origin,
  );
  const send = l10n.t('Send');
  return (await notify.ask(question, l10n.t('Do Not Send'), send)) === send;
}

/** Returns a sentence that explains why an API key is invalid, or undefined if it is valid. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) {
    return l10n.t('An API key can contain only Latin letters, digits, and symbols.');
  }
  return undefined;
}
