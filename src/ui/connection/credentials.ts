import { type Disposable, EventEmitter, type SecretStorage, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { numberSchema, textSchema } from '../../model/util/schemas.ts';
import { type CredentialHeader, ServiceError, credentialHeader, isUnencrypted } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';
import { Consent } from './consent.ts';
import { settings } from './settings.ts';

const prefix = 'apiKey:';

/** The storage name of the origins with a key, because the secret storage cannot list them. */
const originsName = 'apiKey.origins';
const originSchema = z.object({ origin: textSchema, setAt: z.nullable(numberSchema) });

/** An origin with a key, or with a consent. */
export interface KnownOrigin {
  readonly origin: string;
  readonly hasKey: boolean;
  /** In epoch milliseconds; null if unknown. */
  readonly setAt: number | null;
  /** In words. */
  readonly consents: readonly string[];
}

/**
 * API keys in SecretStorage, one per origin, so that a workspace that changes the base URL to another origin gets no key.
 * A key is read once and cached until it changes.
 */
export class Credentials implements Disposable {
  readonly #secrets: SecretStorage;
  readonly #memory: Memory;
  readonly #read = new Map<string, Thenable<string | undefined>>();
  /** Whether a key may go to an origin that only the settings of the workspace or the remote machine name. */
  readonly #toWorkspaces: Consent;
  /** Whether a key may go to an origin without encryption. */
  readonly #unencrypted: Consent;
  /** The base URLs at which this workspace's tasks and commands may start jobs. */
  readonly folderStarts: Consent;
  readonly #changed = new EventEmitter<string>();
  /** Fires with the origin whose key changed in any window. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: Disposable;

  constructor(secrets: SecretStorage, memory: Memory, workspaceMemory: Memory) {
    this.#secrets = secrets;
    this.#memory = memory;
    this.#toWorkspaces = new Consent(workspaceMemory, 'workspaceOrigins.agreed', askForWorkspace);
    this.#unencrypted = new Consent(memory, 'plainHttp.warned', askForUnencrypted);
    this.folderStarts = new Consent(workspaceMemory, 'folderStarts.allowed');
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(prefix)) return;
      const origin = key.slice(prefix.length);
      this.#read.delete(key);
      this.#toWorkspaces.reopen(origin);
      this.#unencrypted.reopen(origin);
      this.#changed.fire(origin);
    });
  }

  /**
   * The header with the key of an origin, once the person has agreed to send it there; undefined if no key is stored.
   * @throws {ServiceError} `unauthorized` if the person refuses to send the key to an origin that the user's settings do not
   * name, or without encryption
   */
  async header(origin: string): Promise<CredentialHeader | undefined> {
    const stored = await this.#get(origin);
    if (stored === undefined) return undefined;
    if (!this.#listed.some((each) => each.origin === origin)) this.#list(origin, null);
    const level = settings.onlyNamedBy(origin);
    if (level !== undefined && !(await this.#toWorkspaces.isGiven(origin))) {
      const refused =
        level === 'workspace'
          ? l10n.t('The API key was not sent to {0}: only the settings of this workspace name that address.', origin)
          : l10n.t('The API key was not sent to {0}: only the settings of the remote machine name that address.', origin);
      throw new ServiceError('unauthorized', refused, {
        advice: l10n.t('If it is your service, set the API key again, or reload the window to be asked again.'),
      });
    }
    if (isUnencrypted(origin) && !(await this.#unencrypted.isGiven(origin))) {
      throw new ServiceError('unauthorized', l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin), {
        advice: l10n.t('Use an https address, or set the API key again to be asked again.'),
      });
    }
    const { header, scheme } = settings.apiKeyAt(origin);
    return credentialHeader(header, scheme, stored);
  }

  /** Reads the key of an origin, so that the first request need not wait for it. */
  lookUp(origin: string): void {
    void this.#get(origin);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.#get(origin)) !== undefined;
  }

  /** Stores a typed key; typing it implies consent to send it to the origin. */
  async store(origin: string, key: string): Promise<void> {
    if (settings.onlyNamedBy(origin) !== undefined) this.agree(origin);
    await this.#secrets.store(prefix + origin, key);
    this.#list(origin, Date.now());
  }

  /** Records consent for an origin that the person typed, because only the workspace's settings may name it later. */
  agree(origin: string): void {
    this.#toWorkspaces.give(origin);
  }

  async remove(origin: string): Promise<void> {
    await this.#secrets.delete(prefix + origin);
    this.#list(origin, undefined);
  }

  /** The named origins, and those with a key or a consent. A key that an earlier version stored is listed once it was read. */
  origins(named: readonly string[]): KnownOrigin[] {
    const keys = this.#listed;
    const consents = [
      { text: l10n.t('may go there for this workspace'), origins: this.#toWorkspaces.origins },
      { text: l10n.t('may go there without encryption'), origins: this.#unencrypted.origins },
      { text: l10n.t('tasks and commands of this workspace may start jobs'), origins: this.folderStarts.origins },
    ];
    const all = [...named, ...keys.map(({ origin }) => origin), ...consents.flatMap(({ origins }) => origins)];
    return [...new Set(all)].map((origin) => {
      const key = keys.find((each) => each.origin === origin);
      return { origin, hasKey: key !== undefined, setAt: key?.setAt ?? null, consents: consents.flatMap(({ text, origins }) => (origins.includes(origin) ? [text] : [])) };
    });
  }

  /** Withdraws the consents for an origin; the questions are asked again. */
  forgetConsents(origin: string): void {
    for (const consent of [this.#toWorkspaces, this.#unencrypted, this.folderStarts]) consent.forget(origin);
    this.#changed.fire(origin);
  }

  get #listed(): readonly z.infer<typeof originSchema>[] {
    return readStoredList(originSchema, this.#memory.get(originsName));
  }

  /** @param setAt undefined for a removed key */
  #list(origin: string, setAt: number | null | undefined): void {
    const others = this.#listed.filter((each) => each.origin !== origin);
    this.#memory.set(originsName, setAt === undefined ? others : [...others, { origin, setAt }]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #get(origin: string): Thenable<string | undefined> {
    const name = prefix + origin;
    const reading = this.#read.get(name) ?? this.#secrets.get(name);
    this.#read.set(name, reading);
    void reading.then(undefined, () => this.#read.delete(name));
    return reading;
  }
}

async function askForWorkspace(origin: string): Promise<boolean> {
  const send = l10n.t('Send It');
  const name = oneLine(workspace.name ?? '');
  const question =
    settings.onlyNamedBy(origin) === 'remote'
      ? l10n.t('The settings of the remote machine connect to {0}. Send your API key for it there?', origin)
      : workspace.workspaceFile === undefined
        ? l10n.t('The settings of the folder “{0}” connect to {1}. Send your API key for it there?', name, origin)
        : l10n.t('The settings of the workspace “{0}” connect to {1}. Send your API key for it there?', name, origin);
  return (await notify.ask(question, send)) === send;
}

async function askForUnencrypted(origin: string): Promise<boolean> {
  const send = l10n.t('Send It');
  const question = l10n.t('Send the API key to {0} without encryption? Others on the network can read it. Use https if the service offers it.', origin);
  return (await notify.ask(question, send)) === send;
}

/** Why a text is not a valid API key, as a sentence; undefined if it is valid. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (/[\r\n]/.test(key)) return l10n.t('An API key is a single line.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) return l10n.t('An API key holds only Latin letters, digits and signs: no other character can be sent.');
  return undefined;
}
