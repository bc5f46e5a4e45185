import { type Disposable, EventEmitter, type SecretStorage, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Level } from '../../model/environments/environment.ts';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema, timeSchema } from '../../model/util/schemas.ts';
import { type CredentialHeader, ServiceError, credentialHeader, isUnencrypted } from '../../service/index.ts';
import { quoted } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';
import { written } from '../feedback/report.ts';
import { Consent } from './consent.ts';
import { settings } from './settings.ts';

const prefix = 'apiKey:';

/** The storage name of the origins with a key, because the secret storage cannot list them. */
const originsName = 'apiKey.origins';
const originSchema = z.object({ origin: textSchema, setAt: z.nullable(timeSchema) });

interface CredentialsOptions {
  readonly secrets: SecretStorage;
  /** Shared by all windows. */
  readonly store: KeyValueStore;
  readonly workspaceStore: KeyValueStore;
}

/** An origin with a key or a consent, or that an environment names. */
export interface KnownOrigin {
  readonly origin: string;
  /** When its key was set, in epoch milliseconds; null if unknown, undefined without a key. */
  readonly setAt: number | null | undefined;
  /** What the person agreed to, in words. */
  readonly consents: readonly string[];
}

/**
 * API keys in SecretStorage, one per origin, so that a workspace that changes the base URL to another origin
 * gets no key. A key is read once and cached until it changes.
 */
export class Credentials {
  /** The base URLs at which this workspace's tasks and commands may start jobs. */
  readonly folderStarts: Consent;
  readonly #secrets: SecretStorage;
  readonly #store: KeyValueStore;
  /** Whether a key may go to an origin that only the settings of the workspace or the remote machine name. */
  readonly #toWorkspaces: Consent;
  /** Whether a key may go to an origin without encryption. */
  readonly #unencrypted: Consent;
  readonly #known = new Map<string, Thenable<string | undefined>>();
  readonly #changed = new EventEmitter<string>();
  readonly #subscription: Disposable;

  constructor({ secrets, store, workspaceStore }: CredentialsOptions) {
    this.#secrets = secrets;
    this.#store = store;
    this.folderStarts = new Consent({ store: workspaceStore, name: 'folderStarts.allowed' });
    this.#toWorkspaces = new Consent({
      store: workspaceStore,
      name: 'workspaceOrigins.agreed',
      ask: askForWorkspace,
    });
    this.#unencrypted = new Consent({ store, name: 'plainHttp.warned', ask: askForUnencrypted });
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.#forgetKey(key.slice(prefix.length));
    });
  }

  /** Fires with the origin whose key changed in any window. */
  get onDidChange() {
    return this.#changed.event;
  }

  /**
   * The header with the key of an origin, once the person has agreed to send it there; undefined if no key is
   * stored.
   * @throws {ServiceError} `unauthorized` if the person refuses to send the key to an origin that the user's
   * settings do not name, or without encryption
   */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const key = await this.#read(origin);
    return key === undefined ? undefined : this.#headerWith(origin, key);
  }

  /** The header with a key that is typed and not stored; typing it implies consent to send it to the origin. */
  async headerWithTyped(origin: string, key: string, sent: ApiKeyHeader): Promise<CredentialHeader> {
    if (settings.onlyNamedBy(origin) !== undefined) this.agree(origin);
    return this.#headerWith(origin, key, sent);
  }

  async #headerWith(
    origin: string,
    key: string,
    { header, scheme } = settings.apiKeyAt(origin),
  ): Promise<CredentialHeader> {
    const level = settings.onlyNamedBy(origin);
    if (level !== undefined && !(await this.#toWorkspaces.isGiven(origin))) {
      throw new ServiceError(
        'unauthorized',
        l10n.t(
          'The API key was not sent to {0}: only the settings of {1} name that address.',
          origin,
          settingsOwner(level),
        ),
        {
          origin,
          advice: l10n.t(
            'If it is your service, set the API key again, or reload the window to be asked again.',
          ),
        },
      );
    }
    if (isUnencrypted(origin) && !(await this.#unencrypted.isGiven(origin))) {
      throw new ServiceError(
        'unauthorized',
        l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin),
        { origin, advice: l10n.t('Use an https address, or set the API key again to be asked again.') },
      );
    }
    return credentialHeader(header, scheme, key);
  }

  /** Reads the key of an origin, so that the first request need not wait for it. */
  lookUp(origin: string): void {
    void this.#read(origin);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#read(origin)) !== undefined;
  }

  /**
   * Records consent for an origin that the person typed, because only the workspace's settings may name it
   * later.
   */
  agree(origin: string): void {
    this.#toWorkspaces.give(origin);
  }

  /** Stores a typed key; typing it implies consent to send it to the origin. */
  async store(origin: string, key: string): Promise<void> {
    if (settings.onlyNamedBy(origin) !== undefined) this.agree(origin);
    await written(l10n.t('API key'), this.#secrets.store(prefix + origin, key));
    this.#list(origin, Date.now());
  }

  async remove(origin: string): Promise<void> {
    await written(l10n.t('API key'), this.#secrets.delete(prefix + origin));
    this.#list(origin, undefined);
  }

  /** The named origins, and those with a key or a consent. */
  origins(named: readonly string[]): readonly KnownOrigin[] {
    const keys = this.#listed;
    const consents = [
      { text: l10n.t('may go there for this workspace'), origins: this.#toWorkspaces.origins },
      { text: l10n.t('may go there without encryption'), origins: this.#unencrypted.origins },
      {
        text: l10n.t('tasks and commands of this workspace may start jobs'),
        origins: this.folderStarts.origins,
      },
    ];
    const all = new Set([
      ...named,
      ...keys.map(({ origin }) => origin),
      ...consents.flatMap(({ origins }) => origins),
    ]);
    return [...all].map((origin) => ({
      origin,
      setAt: keys.find((each) => each.origin === origin)?.setAt,
      consents: consents.filter(({ origins }) => origins.includes(origin)).map(({ text }) => text),
    }));
  }

  /** Withdraws the consents for an origin; the questions are asked again. */
  forgetConsents(origin: string): void {
    for (const consent of [this.#toWorkspaces, this.#unencrypted, this.folderStarts]) consent.forget(origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** The origins with a key. */
  get #listed() {
    return readStoredList(originSchema, this.#store.get(originsName));
  }

  /** @param setAt undefined for a removed key */
  #list(origin: string, setAt: KnownOrigin['setAt']): void {
    const others = this.#listed.filter((each) => each.origin !== origin);
    this.#store.set(originsName, setAt === undefined ? others : [...others, { origin, setAt }]);
  }

  #read(origin: string): Thenable<string | undefined> {
    const known = this.#known.get(origin);
    if (known !== undefined) return known;
    const reading = this.#secrets.get(prefix + origin);
    this.#known.set(origin, reading);
    void reading.then(undefined, () => this.#known.delete(origin));
    return reading;
  }

  /** Called when any window has stored or removed a key. */
  #forgetKey(origin: string): void {
    this.#known.delete(origin);
    this.#toWorkspaces.reopen(origin);
    this.#unencrypted.reopen(origin);
    this.#changed.fire(origin);
  }
}

function askForWorkspace(origin: string): Promise<boolean> {
  const question = l10n.t(
    'The settings of {0} connect to {1}. Send your API key for it there?',
    settingsOwner(settings.onlyNamedBy(origin)),
    origin,
  );
  return askToSend(question);
}

/** Whose settings a level holds, within a sentence. */
function settingsOwner(level: Level | undefined): string {
  return level === 'remote'
    ? l10n.t('the remote machine')
    : l10n.t('the workspace “{0}”', quoted(workspace.name ?? ''));
}

function askForUnencrypted(origin: string): Promise<boolean> {
  const question = l10n.t(
    'Send the API key to {0} without encryption? Others on the network can read it. Use https if the service offers it.',
    origin,
  );
  return askToSend(question);
}

/** Asks with a first button that sends nothing, because any request may ask while a person types. */
async function askToSend(question: string): Promise<boolean> {
  const send = l10n.t('Send It');
  return (await notify.ask(question, l10n.t('Do Not Send'), send)) === send;
}

/** Why a text is not a valid API key, as a sentence; undefined if it is valid. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) {
    return l10n.t('An API key holds only Latin letters, digits and signs: no other character can be sent.');
  }
  return undefined;
}
