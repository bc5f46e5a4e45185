import { EventEmitter, type SecretStorage, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import type { Level } from '../../model/environments/environment.ts';
import { type KeyValueStore, readStoredList } from '../../model/util/keyValueStore.ts';
import { textSchema, timeSchema } from '../../model/util/schemas.ts';
import { type CredentialHeader, ServiceError, credentialHeader, isUnencrypted } from '../../service/index.ts';
import { quoted } from '../../text/inert.ts';
import { notify, offers } from '../feedback/notify.ts';
import { written } from '../feedback/report.ts';
import { createConsent } from './consent.ts';
import { settings } from './settings.ts';

const prefix = 'apiKey:';

/** The storage name of the origins with a key, because the secret storage cannot list them. */
const originsName = 'apiKey.origins';
const originSchema = z.object({ origin: textSchema, setAt: z.nullable(timeSchema) });

export type Credentials = ReturnType<typeof createCredentials>;

export type KnownOrigin = ReturnType<Credentials['origins']>[number];

/**
 * API keys in SecretStorage, one per origin, so that a workspace that changes the base URL to another origin
 * gets no key. A key is read once and cached until it changes.
 */
export function createCredentials(
  secrets: SecretStorage,
  store: KeyValueStore,
  workspaceStore: KeyValueStore,
) {
  const known = new Map<string, Thenable<string | undefined>>();
  /** Whether a key may go to an origin that only the settings of the workspace or the remote machine name. */
  const toWorkspaces = createConsent(workspaceStore, 'workspaceOrigins.agreed', askForWorkspace);
  /** Whether a key may go to an origin without encryption. */
  const unencrypted = createConsent(store, 'plainHttp.warned', askForUnencrypted);
  /** The base URLs at which this workspace's tasks and commands may start jobs. */
  const folderStarts = createConsent(workspaceStore, 'folderStarts.allowed');
  const changed = new EventEmitter<string>();

  const listed = () => readStoredList(originSchema, store.get(originsName));
  /** @param setAt undefined for a removed key */
  const list = (origin: string, setAt?: number | null) => {
    const others = listed().filter((each) => each.origin !== origin);
    store.set(originsName, setAt === undefined ? others : [...others, { origin, setAt }]);
  };
  const read = (origin: string) => {
    const name = prefix + origin;
    const reading = known.get(name) ?? secrets.get(name);
    known.set(name, reading);
    void reading.then(
      (key) => {
        // An earlier version did not list its keys, and a secret storage may lose them; a key may have been
        // set since it was read.
        if (
          known.get(name) === reading &&
          listed().some((each) => each.origin === origin) !== (key !== undefined)
        ) {
          list(origin, key === undefined ? undefined : null);
        }
      },
      () => known.delete(name),
    );
    return reading;
  };

  const subscription = secrets.onDidChange(({ key }) => {
    if (!key.startsWith(prefix)) return;
    const origin = key.slice(prefix.length);
    known.delete(key);
    toWorkspaces.reopen(origin);
    unencrypted.reopen(origin);
    changed.fire(origin);
  });
  return {
    folderStarts,
    /**
     * Records consent for an origin that the person typed, because only the workspace's settings may name it
     * later.
     */
    agree: toWorkspaces.give,
    /** Fires with the origin whose key changed in any window. */
    onDidChange: changed.event,

    /**
     * The header with the key of an origin, once the person has agreed to send it there; undefined if no key
     * is stored.
     * @throws {ServiceError} `unauthorized` if the person refuses to send the key to an origin that the
     * user's settings do not name, or without encryption
     */
    async header(origin: string): Promise<CredentialHeader | undefined> {
      const stored = await read(origin);
      if (stored === undefined) return undefined;
      const level = settings.onlyNamedBy(origin);
      if (level !== undefined && !(await toWorkspaces.isGiven(origin))) {
        throw new ServiceError(
          'unauthorized',
          l10n.t(
            'The API key was not sent to {0}: only the settings of {1} name that address.',
            origin,
            nameOf(level),
          ),
          {
            advice: l10n.t(
              'If it is your service, set the API key again, or reload the window to be asked again.',
            ),
          },
        );
      }
      if (isUnencrypted(origin) && !(await unencrypted.isGiven(origin))) {
        throw new ServiceError(
          'unauthorized',
          l10n.t('The API key was not sent to {0}: the connection is not encrypted.', origin),
          {
            advice: l10n.t('Use an https address, or set the API key again to be asked again.'),
          },
        );
      }
      const { header, scheme } = settings.apiKeyAt(origin);
      return credentialHeader(header, scheme, stored);
    },

    /** Reads the key of an origin, so that the first request need not wait for it. */
    lookUp: (origin: string) => void read(origin),

    has: async (origin: string) => (await read(origin)) !== undefined,

    /** Stores a typed key; typing it implies consent to send it to the origin. */
    async store(origin: string, key: string): Promise<void> {
      if (settings.onlyNamedBy(origin) !== undefined) toWorkspaces.give(origin);
      await written(l10n.t('API key'), secrets.store(prefix + origin, key));
      list(origin, Date.now());
    },

    async remove(origin: string): Promise<void> {
      await written(l10n.t('API key'), secrets.delete(prefix + origin));
      list(origin);
    },

    /**
     * The named origins, and those with a key or a consent. A key that an earlier version stored is listed
     * once it was read.
     */
    origins(named: readonly string[]) {
      const keys = listed();
      const consents = [
        { text: l10n.t('may go there for this workspace'), origins: toWorkspaces.origins },
        { text: l10n.t('may go there without encryption'), origins: unencrypted.origins },
        {
          text: l10n.t('tasks and commands of this workspace may start jobs'),
          origins: folderStarts.origins,
        },
      ];
      const all = [
        ...named,
        ...keys.map(({ origin }) => origin),
        ...consents.flatMap(({ origins }) => origins),
      ];
      return [...new Set(all)].map((origin) => ({
        origin,
        /** When its key was set, in epoch milliseconds; null if unknown, undefined without a key. */
        setAt: keys.find((each) => each.origin === origin)?.setAt,
        consents: consents.filter(({ origins }) => origins.includes(origin)).map(({ text }) => text),
      }));
    },

    /** Withdraws the consents for an origin; the questions are asked again. */
    forgetConsents(origin: string): void {
      for (const consent of [toWorkspaces, unencrypted, folderStarts]) consent.forget(origin);
      changed.fire(origin);
    },

    dispose(): void {
      subscription.dispose();
      changed.dispose();
    },
  };
}

function askForWorkspace(origin: string): Promise<boolean> {
  const question = l10n.t(
    'The settings of {0} connect to {1}. Send your API key for it there?',
    nameOf(settings.onlyNamedBy(origin)),
    origin,
  );
  return offers(notify.ask, question, l10n.t('Send It'));
}

/** Whose settings a level holds, within a sentence. */
function nameOf(level: Level | undefined): string {
  return level === 'remote'
    ? l10n.t('the remote machine')
    : l10n.t('the workspace “{0}”', quoted(workspace.name ?? ''));
}

function askForUnencrypted(origin: string): Promise<boolean> {
  const question = l10n.t(
    'Send the API key to {0} without encryption? Others on the network can read it. Use https if the service offers it.',
    origin,
  );
  return offers(notify.ask, question, l10n.t('Send It'));
}

/** Why a text is not a valid API key, as a sentence; undefined if it is valid. */
export function apiKeyProblem(key: string): string | undefined {
  if (key.trim() === '') return l10n.t('Enter the API key.');
  if (!/^[\x20-\x7e\xa0-\xff]+$/.test(key.trim())) {
    return l10n.t('An API key holds only Latin letters, digits and signs: no other character can be sent.');
  }
  return undefined;
}
