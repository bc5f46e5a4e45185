import { Disposable, type Event, EventEmitter, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Environment } from '../../model/environments/environment.ts';
import type { ChangeGuard } from '../../model/starting/change.ts';
import { Session } from '../../model/session/session.ts';
import { type SessionStorage, noStorage } from '../../model/session/sessionCache.ts';
import { isSameJson } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';
import { type BaseUrl, ServiceError, readBaseUrl } from '../../service/index.ts';
import { singleLine, escapeQuotes } from '../../text/untrustedText.ts';
import { notify } from '../feedback/notify.ts';
import type { JobListCacheFile } from './jobListCacheFile.ts';
import { ServiceClients, type ServiceClientsOptions } from './serviceClients.ts';
import { onDidChangeSettings, settings } from './settings.ts';

const choiceName = 'choice';

const environmentSchema = z.object({
  kind: z.enum(['environment']),
  href: textSchema,
  name: textSchema,
});
const sandboxSchema = z.object({
  kind: z.enum(['sandbox']),
  before: z.optional(environmentSchema),
});
/** Schema of the stored service choice. The default service is not stored. */
const choiceSchema = z.union([environmentSchema, sandboxSchema]);

/** Selected service: the default from the `baseUrl` setting, an environment, or the sandbox. */
type Choice = { readonly kind: 'default' } | z.infer<typeof choiceSchema>;

/** Reason why no service is connected: the base URL is missing or invalid. */
interface ConnectionProblem {
  readonly kind: 'notConfigured' | 'invalid';
  readonly error: ServiceError;
}

/** Subset of the environment list that the connection uses. */
interface EnvironmentReader {
  readonly onDidChange: Event<void>;
  readonly all: readonly Environment[];
  at(href: string): Environment | undefined;
  named(name: string): Environment | undefined;
  setConnected(baseUrl: BaseUrl | undefined): void;
}

interface ConnectionOptions extends ServiceClientsOptions {
  readonly workspaceStore: KeyValueStore;
  /** Storage that all windows of the user share. */
  readonly userStore: KeyValueStore;
  readonly environments: EnvironmentReader;
  readonly jobListCache: Pick<JobListCacheFile, 'storageOf'>;
  /** Decides whether a change, such as starting a job, may be sent to the service. */
  readonly guard: ChangeGuard;
}

/** The service to connect to, according to the settings and the user's choice. */
interface Target {
  readonly text: string;
  readonly reading: ReturnType<typeof readBaseUrl>;
  readonly apiKey: ApiKeyHeader | null;
}

/**
 * Connects this window to the selected service. A new base URL starts a new session. A new API key
 * or header keeps the session, but reloads the jobs and fields.
 */
export class Connection {
  readonly clients: ServiceClients;
  readonly #options: ConnectionOptions;
  readonly #sessionChanged = new EventEmitter<Session | undefined>();
  /** Fires when this window connects to another service or disconnects. */
  readonly onDidChangeSession = this.#sessionChanged.event;
  readonly #subscriptions: Disposable;
  /** Sessions for services other than the connected service, by base URL. */
  readonly #others = new Map<string, Session>();
  #target: Target;
  #session: Session | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.clients = new ServiceClients(options);
    this.#leaveMissingChoice();
    this.#target = this.#readTarget();
    this.#open();
    const { credentials, environments } = options;
    const update = () => this.#update();
    this.#subscriptions = Disposable.from(
      this.#sessionChanged,
      onDidChangeSettings(['baseUrl', 'apiKey.header', 'apiKey.scheme'], update),
      workspace.onDidGrantWorkspaceTrust(update),
      environments.onDidChange(update),
      credentials.onDidChange((origin) => this.#useNewCredential(origin)),
    );
  }

  get session(): Session | undefined {
    return this.#session;
  }

  /** Reason why no service is connected, or undefined if a service is connected. */
  get problem(): ConnectionProblem | undefined {
    return this.session === undefined ? targetProblem(this.#target) : undefined;
  }

  /** Error for an invalid base URL. Undefined if the base URL is valid or not set. */
  get failure(): ServiceError | undefined {
    const { problem } = this;
    return problem?.kind === 'invalid' ? problem.error : undefined;
  }

  /** Service that the user selected for this window. The choice is stored per workspace. */
  get choice(): Choice {
    return (
      choiceSchema.safeParse(this.#options.workspaceStore.get(choiceName)).data ?? {
        kind: 'default',
      }
    );
  }

  /** Returns this window's session. Throws a `notConfigured` error if there is no session. */
  require(): Session {
    if (this.session !== undefined) return this.session;
    throw targetProblem(this.#target).error;
  }

  /** Returns this window's session if the window is connected to the given base URL. */
  at(href: string): Session | undefined {
    return this.session?.client.baseUrl.href === href ? this.session : undefined;
  }

  /** Connects this window to another service without changing the settings. */
  choose(choice: Choice): void {
    this.#writeChoice(choice);
    this.#update();
  }

  /** Returns this window's session if the base URL matches, otherwise a separate session. */
  sessionAt(baseUrl: BaseUrl): Session {
    const connected = this.at(baseUrl.href);
    if (connected !== undefined) return connected;
    const session = this.#others.get(baseUrl.href) ?? this.#openSession(baseUrl, noStorage);
    this.#others.set(baseUrl.href, session);
    return session;
  }

  /**
   * Returns the session for the named environment, or this window's session if no name is given.
   * @throws {ServiceError} `notPermitted` for an unknown name, `notConfigured` without a session
   */
  sessionNamed(name: string | undefined): Session {
    if (name === undefined) return this.require();
    const { environments } = this.#options;
    const environment = environments.named(name);
    if (environment !== undefined) return this.sessionAt(environment.baseUrl);
    const known = environments.all.map((each) => escapeQuotes(each.name)).join(', ');
    throw new ServiceError(
      'notPermitted',
      l10n.t('No environment is named “{0}”.', escapeQuotes(name)),
      {
        advice: known && l10n.t('Available environments: {0}.', known),
      },
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const session of this.#all()) session.dispose();
  }

  #all(): readonly Session[] {
    return [this.#session, ...this.#others.values()].filter((session) => session !== undefined);
  }

  #writeChoice(choice: Choice): void {
    this.#options.workspaceStore.set(choiceName, choice.kind === 'default' ? undefined : choice);
  }

  /**
   * Returns the base URL for a choice. Returns an empty string if no base URL is set, or undefined
   * if the chosen service no longer exists.
   */
  #addressOf(choice: Choice): string | undefined {
    switch (choice.kind) {
      case 'default':
        return settings.baseUrl();
      case 'sandbox':
        return this.#options.sandbox.baseUrl;
      case 'environment':
        return this.#options.environments.at(choice.href)?.baseUrl.href;
    }
  }

  /** If the chosen service no longer exists, shows a warning and uses the default service. */
  #leaveMissingChoice(): void {
    const { choice } = this;
    if (this.#addressOf(choice) !== undefined) return;
    this.#writeChoice({ kind: 'default' });
    if (choice.kind !== 'environment') return;
    const { name } = choice;
    const reason =
      this.#options.environments.named(name) === undefined
        ? l10n.t('Environment “{0}” was removed.', singleLine(name))
        : l10n.t('The base URL of environment “{0}” was changed.', singleLine(name));
    const consequence =
      settings.baseUrl() === ''
        ? l10n.t('This window is no longer connected to a service.')
        : l10n.t('This window now uses the default service.');
    void notify.warn(`${reason} ${consequence}`);
  }

  /** Reads the base URL and the API key header for this window. */
  #readTarget(): Target {
    const text = this.#addressOf(this.choice) ?? settings.baseUrl();
    const reading = readBaseUrl(text);
    const apiKey = reading.kind === 'valid' ? settings.apiKeyAt(reading.baseUrl.origin) : null;
    return { text, reading, apiKey };
  }

  /** Creates a session if the base URL is valid. */
  #open(): void {
    const { reading } = this.#target;
    const { jobListCache } = this.#options;
    this.#session =
      reading.kind === 'valid'
        ? this.#openSession(reading.baseUrl, jobListCache.storageOf(reading.baseUrl))
        : undefined;
    this.#options.environments.setConnected(this.session?.client.baseUrl);
  }

  #openSession(baseUrl: BaseUrl, storage: SessionStorage): Session {
    const { workspaceStore, userStore, guard } = this.#options;
    const client = this.clients.clientFor(
      baseUrl,
      ({ outcome }) => outcome === 'ok' && session.responded(),
    );
    const session = new Session({ client, guard, workspaceStore, userStore, storage });
    return session;
  }

  /** Reconnects or reloads if the settings or the selected service have changed. */
  #update(): void {
    this.#leaveMissingChoice();
    const target = this.#readTarget();
    if (isSameJson(this.#target, target)) return;
    this.#target = target;
    const { reading } = target;
    if (reading.kind === 'valid' && this.at(reading.baseUrl.href) !== undefined) {
      return this.#useNewCredential(reading.baseUrl.origin);
    }
    this.session?.dispose();
    this.#open();
    this.#sessionChanged.fire(this.session);
  }

  #useNewCredential(origin: string): void {
    for (const session of this.#all()) {
      if (session.client.baseUrl.origin === origin) session.useNewCredential();
    }
  }
}

/** Returns the reason why no service is connected: the base URL is missing or invalid. */
function targetProblem({ text, reading }: Target): ConnectionProblem {
  if (text !== '' && reading.kind === 'invalid') {
    const sentence = l10n.t('The base URL is invalid: {0}', reading.problem);
    return { kind: 'invalid', error: new ServiceError('notConfigured', sentence) };
  }
  const error = new ServiceError('notConfigured', l10n.t('No workflow job service is connected.'), {
    advice: l10n.t('Set the base URL of a service first.'),
  });
  return { kind: 'notConfigured', error };
}

/** Returns the sandbox choice. `before` is the environment to restore when the sandbox stops. */
export function chosenSandbox(current: Choice): Choice {
  if (current.kind === 'sandbox') return current;
  return { kind: 'sandbox', before: current.kind === 'environment' ? current : undefined };
}
