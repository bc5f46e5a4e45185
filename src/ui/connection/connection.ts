import { Disposable, type Event, EventEmitter, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Environment } from '../../model/environments/environment.ts';
import { isSameJson } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';
import {
  type BaseUrl,
  type Field,
  type Readable,
  type RequestRecord,
  type ServiceClient,
  ServiceError,
  readBaseUrl,
} from '../../service/index.ts';
import { oneLine, quoted } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';
import type { ConnectedService } from './connectedService.ts';
import { ServiceClients, type ServiceClientsOptions } from './serviceClients.ts';
import { onDidChangeSettings, settings } from './settings.ts';

const choiceName = 'choice';

const environmentSchema = z.object({ kind: z.enum(['environment']), href: textSchema, name: textSchema });
const sandboxSchema = z.object({ kind: z.enum(['sandbox']), before: z.optional(environmentSchema) });
/** That of the default is not stored. */
const choiceSchema = z.union([environmentSchema, sandboxSchema]);

/**
 * The service that a window uses: that of the setting `baseUrl`, an environment, or the sandbox of the
 * window.
 */
export type Choice = { readonly kind: 'default' } | z.infer<typeof choiceSchema>;

/** Without a service, why; `invalid` is a base URL that cannot be used. */
export type ConnectionState =
  | { readonly kind: 'notConfigured' | 'invalid'; readonly error: ServiceError }
  | ConnectedService;

/** The environments, which know which of them is connected. */
interface Environments {
  readonly onDidChange: Event<void>;
  readonly all: readonly Environment[];
  at(href: string): Environment | undefined;
  named(name: string): Environment | undefined;
  /** Called with each new connection. */
  connect(baseUrl: BaseUrl | undefined): void;
}

interface ConnectionOptions extends ServiceClientsOptions {
  /** Of the workspace. */
  readonly store: KeyValueStore;
  readonly environments: Environments;
}

/** What a trial of a service has read; without fields if it failed, or there was none. */
interface Trial {
  readonly href: string | undefined;
  readonly fields: readonly Readable<Field>[] | undefined;
}

/** What a connection depends on: another one replaces it. */
interface Target {
  readonly text: string;
  readonly reading: ReturnType<typeof readBaseUrl>;
  readonly apiKey: ApiKeyHeader | null;
}

/**
 * The service that this window uses: the chosen one, else that of the settings. Another base URL, header or
 * key replaces the connection and aborts its requests; a setting that this window does not use changes
 * nothing.
 */
export class Connection {
  readonly #store: KeyValueStore;
  readonly #environments: Environments;
  readonly #sandbox: ConnectionOptions['sandbox'];
  readonly #credentials: ConnectionOptions['credentials'];
  readonly #clients: ServiceClients;
  readonly #changed = new EventEmitter<ConnectionState>();
  readonly #subscriptions: Disposable;
  #life = new AbortController();
  #target: Target;
  #state: ConnectionState;
  /** The service that was chosen last, which may still wait for its key. */
  #latest: Choice | undefined;
  /** While its result is saved. */
  #trial: Trial | undefined;

  constructor({ store, environments, ...options }: ConnectionOptions) {
    this.#store = store;
    this.#environments = environments;
    this.#sandbox = options.sandbox;
    this.#credentials = options.credentials;
    this.#clients = new ServiceClients(options);
    this.#leaveMissingChoice();
    this.#target = this.#readTarget();
    this.#state = this.#connect();
    environments.connect(this.#baseUrl);
    const update = () => this.#update();
    this.#subscriptions = Disposable.from(
      this.#clients,
      this.#changed,
      onDidChangeSettings(['baseUrl', 'apiKey'], update),
      workspace.onDidGrantWorkspaceTrust(update),
      environments.onDidChange(update),
      this.#credentials.onDidChange((origin) => {
        if (this.#baseUrl?.origin === origin) this.#reconnect();
      }),
    );
  }

  /** Fires with the new state. */
  get onDidChange() {
    return this.#changed.event;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** What the person chose for this window. */
  get choice(): Choice {
    return choiceSchema.safeParse(this.#store.get(choiceName)).data ?? { kind: 'default' };
  }

  /** Why the base URL is invalid. */
  get failure(): ServiceError | undefined {
    return this.#state.kind === 'invalid' ? this.#state.error : undefined;
  }

  /** The connected service. @throws {ServiceError} `notConfigured` */
  require(): ConnectedService {
    if (this.#state.kind === 'ready') return this.#state;
    throw this.#state.error;
  }

  /** The connected service if it has this base URL. */
  at(href: string): ConnectedService | undefined {
    const state = this.#state;
    return state.kind === 'ready' && state.client.baseUrl.href === href ? state : undefined;
  }

  /** Chooses the service of this window, and of no other. */
  choose(choice: Choice): void {
    this.#latest = choice;
    this.#writeChoice(choice);
    this.#update();
  }

  /**
   * Chooses a service once its key may go there, which a person may refuse; unless another is chosen
   * meanwhile.
   */
  async chooseAt(origin: string, choice: Choice): Promise<void> {
    this.#latest = choice;
    await this.#credentials.header(origin);
    if (this.#latest === choice) this.choose(choice);
  }

  /** The service at a base URL, connected or not, with the key stored for its origin. */
  serviceAt(baseUrl: BaseUrl): ConnectedService {
    return this.at(baseUrl.href) ?? this.#clients.serviceAt(baseUrl);
  }

  /**
   * The service of an environment that a task, a command or a link names, connected or not; without a name
   * the connected one.
   * @throws {ServiceError} `notPermitted` for an unknown name, `notConfigured`
   */
  serviceNamed(name: string | undefined): ConnectedService {
    if (name === undefined) return this.require();
    const environment = this.#environments.named(name);
    if (environment !== undefined) return this.serviceAt(environment.baseUrl);
    const known = this.#environments.all.map((each) => quoted(each.name)).join(', ');
    throw new ServiceError('notPermitted', l10n.t('No environment is named “{0}”.', quoted(name)), {
      advice: known && l10n.t('Known: {0}.', known),
    });
  }

  /** A client for any base URL, with the key stored for its origin. */
  clientFor(baseUrl: BaseUrl, onDidRequest?: (record: RequestRecord) => void): ServiceClient {
    return this.#clients.clientFor(baseUrl, onDidRequest);
  }

  /** A client for any base URL with a key that is typed and not stored. */
  clientWith(baseUrl: BaseUrl, key: string, sent: ApiKeyHeader): ServiceClient {
    return this.#clients.clientWith(baseUrl, key, sent);
  }

  /** Saves what makes the connection that was tried, and spares it the reading of the trial. */
  async saveTried(trial: Trial, save: () => Promise<void>): Promise<void> {
    this.#trial = trial;
    try {
      await save();
    } finally {
      this.#trial = undefined;
    }
  }

  /** The fields that a trial of the connected service has just read. */
  get triedFields(): Trial['fields'] {
    return this.#trial?.href === this.#baseUrl?.href ? this.#trial?.fields : undefined;
  }

  /** Prepares the first request; sends nothing, and asks no person. */
  prepare(): void {
    if (this.#baseUrl !== undefined) this.#clients.prepare(this.#baseUrl.origin);
  }

  dispose(): void {
    this.#life.abort();
    this.#subscriptions.dispose();
  }

  /** That of the connected service. */
  get #baseUrl(): BaseUrl | undefined {
    return this.#state.kind === 'ready' ? this.#state.client.baseUrl : undefined;
  }

  #writeChoice(choice: Choice): void {
    this.#store.set(choiceName, choice.kind === 'default' ? undefined : choice);
  }

  /**
   * The base URL of a choice as text, empty if the settings name none; undefined if the choice no longer
   * exists.
   */
  #addressOf(choice: Choice): string | undefined {
    switch (choice.kind) {
      case 'default':
        return settings.baseUrl();
      case 'sandbox':
        return this.#sandbox.baseUrl;
      case 'environment':
        return this.#environments.at(choice.href)?.baseUrl.href;
    }
  }

  /** Goes back to the default where the chosen service no longer exists, and says so. */
  #leaveMissingChoice(): void {
    const { choice } = this;
    // Restricted Mode ignores what the workspace names, which may still be there.
    if (!workspace.isTrusted || this.#addressOf(choice) !== undefined) return;
    this.#writeChoice({ kind: 'default' });
    const name = choice.kind === 'environment' ? choice.name : l10n.t('Sandbox');
    void notify.warn(
      l10n.t('“{0}” no longer exists. This window uses the default base URL again.', oneLine(name)),
    );
  }

  /** The base URL that this window uses, and how its key is sent. */
  #readTarget(): Target {
    const text = this.#addressOf(this.choice) ?? settings.baseUrl();
    const reading = readBaseUrl(text);
    const apiKey = reading.kind === 'valid' ? settings.apiKeyAt(reading.baseUrl.origin) : null;
    return { text, reading, apiKey };
  }

  #connect(): ConnectionState {
    const { text, reading } = this.#target;
    if (reading.kind === 'valid') return this.#clients.connect(reading.baseUrl, this.#life.signal);
    if (text !== '') {
      const sentence = l10n.t('The base URL cannot be used: {0}', reading.problem);
      return { kind: 'invalid', error: new ServiceError('notConfigured', sentence) };
    }
    const error = new ServiceError('notConfigured', l10n.t('No workflow job service is connected.'), {
      advice: l10n.t('Set its base URL first.'),
    });
    return { kind: 'notConfigured', error };
  }

  #reconnect(): void {
    this.#life.abort();
    this.#life = new AbortController();
    this.#state = this.#connect();
    this.#environments.connect(this.#baseUrl);
    this.#changed.fire(this.#state);
  }

  /** Reconnects if this window now uses another service, header or scheme. */
  #update(): void {
    this.#leaveMissingChoice();
    const target = this.#readTarget();
    if (isSameJson(this.#target, target)) return;
    this.#target = target;
    this.#reconnect();
  }
}

/** The choice of the sandbox, which keeps the environment that was chosen before. */
export function chosenSandbox(now: Choice): Choice {
  if (now.kind === 'sandbox') return now;
  return { kind: 'sandbox', before: now.kind === 'environment' ? now : undefined };
}
