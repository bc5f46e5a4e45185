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
 * Storage key for the list of origins with an API key. Needed because VS Code's secret storage
 * cannot list its entries.
 */
const originsName = 'apiKey.origins';
const consentsName = 'plainHttp.warned';
const originSchema = z.object({ origin: textSchema, setAt: timeSchema });

interface CredentialsOptions {
  readonly secrets: SecretStorage;
  /** Storage that all windows of the user share. */
  readonly store: KeyValueStore;
}

/** Origin that has an API key or an environment, or that may receive a key without encryption. */
export interface KnownOrigin {
  readonly origin: string;
  /** Time when the key was stored, in epoch milliseconds. Undefined if no key is stored. */
  readonly setAt: number | undefined;
  /** True if the user agreed to send the key to this origin without encryption. */
  readonly isUnencryptedAllowed: boolean;
}

/**
 * Stores one API key per origin in VS Code's secret storage, so that a key is not sent to another
 * origin if a workspace changes the base URL. Caches each key until the key changes.
 */
export class Credentials {
  readonly #secrets: SecretStorage;
  readonly #store: KeyValueStore;
  /**
   * Pending and declined requests for consent to send a key without encryption, by origin. If the
   * user consents, `#store` contains the consent, because another window may withdraw it.
   */
  readonly #answers = new Map<string, Promise<boolean>>();
  readonly #known = new Map<string, Thenable<string | undefined>>();
  readonly #changed = new EventEmitter<string>();
  /** Fires with the origin whose API key was stored or removed in any window. */
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
   * Returns the API key header for an origin, or undefined if no key is stored. Asks for consent
   * before a key is sent without encryption.
   * @throws {ServiceError} `unauthorized` if the user declines to send the key without encryption
   */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const key = await this.#read(origin);
    return key === undefined ? undefined : this.headerWith(origin, key);
  }

  /** Returns the header for an API key. Asks for consent, and throws like {@link header}. */
  async headerWith(
    origin: string,
    key: string,
    { header, scheme }: ApiKeyHeader = settings.apiKeyAt(origin),
  ): Promise<CredentialHeader> {
    if (isUnencrypted(origin) && !(await this.#mayGoUnencrypted(origin))) {
      throw new ServiceError(
        'unauthorized',
        l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin),
        {
          origin,
          advice: l10n.t(
            'Use an https address, or set the API key again to allow sending it without encryption.',
          ),
        },
      );
    }
    return credentialHeader(header, scheme, key);
  }

  /** Discards a declined consent, so that the user is asked again before the next request. */
  forgetDeclined(origin: string): void {
    this.#answers.delete(origin);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#read(origin)) !== undefined;
  }

  /**
   * Returns the time when the API key for an origin was stored, in epoch milliseconds, or undefined
   * if no key is stored. Does not read the secret storage.
   */
  keyStoredAt(origin: string): number | undefined {
    return this.#listed.find((each) => each.origin === origin)?.setAt;
  }

  async store(origin: string, key: string): Promise<void> {
    await written(l10n.t('API key'), this.#secrets.store(secretPrefix + origin, key));
    this.#list(origin, Date.now());
  }

  async remove(origin: string): Promise<void> {
    await written(l10n.t('API key'), this.#secrets.delete(secretPrefix + origin));
    this.#list(origin, undefined);
  }

  /** Returns the given origins, and all origins that have a stored key or consent. */
  origins(named: readonly string[]): readonly KnownOrigin[] {
    const unencrypted = this.#consents;
    const all = new Set([...named, ...this.#listed.map(({ origin }) => origin), ...unencrypted]);
    return [...all].map((origin) => ({
      origin,
      setAt: this.keyStoredAt(origin),
      isUnencryptedAllowed: unencrypted.includes(origin),
    }));
  }

  /** Withdraws the consent for an origin. The user is asked again before the next request. */
  forgetConsent(origin: string): void {
    const others = this.#consents.filter((each) => each !== origin);
    this.#store.set(consentsName, others);
    this.forgetDeclined(origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** Origins to which the user agreed to send the key without encryption. */
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

  /** Origins that have a stored API key. */
  get #listed() {
    return readStoredList(originSchema, this.#store.get(originsName));
  }

  /** Adds an origin to the list of stored keys, or removes the origin if `setAt` is undefined. */
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

  /** Clears the cached key and the declined consent after a window has changed the key. */
  #forgetKey(origin: string): void {
    this.#known.delete(origin);
    this.#answers.delete(origin);
    this.#changed.fire(origin);
  }
}

/**
 * Asks for consent to send an API key without encryption. The first button declines, so that
 * accidentally pressing Enter does not give consent.
 */
async function askForUnencrypted(origin: string): Promise<boolean> {
  const question = l10n.t(
    'Send the API key to {0} without encryption? Others on the network can read the key. Use https if the service offers it.',
    origin,
  );
  const send = l10n.t('Send');
  return (await notify.ask(question, l10n.t('Do Not Send'), send)) === send;
}

/** Returns an error message for an invalid API key, or undefined if the key is valid. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) {
    return l10n.t('An API key can contain only Latin letters, digits, and symbols.');
  }
  return undefined;
}
