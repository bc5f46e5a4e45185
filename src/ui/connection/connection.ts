import { Disposable, EventEmitter, l10n, workspace } from 'vscode';
import { readEnvironments } from '../../model/environments/environment.ts';
import { JobWaiter } from '../../model/following/jobWaiter.ts';
import type { Memory } from '../../model/util/memory.ts';
import { untilDone } from '../../model/util/untilDone.ts';
import { type BaseUrl, type ClientOptions, type Job, type RequestRecord, type Sending, type ServiceClient, ServiceError, type StartGuard, type StartingClient, createServiceClient, readBaseUrl } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';
import { runsInBrowser } from '../feedback/window.ts';
import { type Choice, type WindowSandbox, readChoice, writeChoice } from './choice.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

/** Without a service, why; `invalid` is a base URL that cannot be used. */
export type ConnectionState = { readonly kind: 'notConfigured' | 'invalid'; readonly error: ServiceError } | ConnectedService;

/**
 * Who asks for a start: a person in our picker or in a chat that named it; a chat that did not; or a task or a command with
 * arguments, which no person may have picked, in words for the question.
 */
export type Asker = { readonly kind: 'person' | 'chat' } | { readonly kind: 'folder'; readonly who: string };

export interface ConnectedService {
  readonly kind: 'ready';
  readonly client: ServiceClient;
  /** Aborts when the connection is replaced, even by one to the same service. */
  readonly signal: AbortSignal;
  /** Ends its waits with the connection. */
  readonly waiter: JobWaiter;
  /**
   * Starts a job on this service, through the guards.
   * @returns undefined if the person declines
   * @throws {ServiceError} `notPermitted` also if the connection was replaced before anything was sent
   */
  readonly start: (workflowKey: string, asker: Asker, sending?: Sending) => Promise<Job | undefined>;
}

/** What belongs to one window alone. */
interface Window {
  /** Of the workspace. */
  readonly memory: Memory;
  readonly sandbox?: WindowSandbox;
}

/**
 * The service that this window uses: the chosen one, else that of the settings. Another base URL, header or key replaces the
 * connection and aborts its requests; a setting that this window does not use changes nothing.
 */
export class Connection implements Disposable {
  readonly #window: Window;
  readonly #credentials: Credentials;
  readonly #onDidRequest: (record: RequestRecord) => void;
  readonly #guard: StartGuard<Asker>;
  readonly #prepare: (client: StartingClient<Asker>) => StartingClient<Asker>;
  readonly #changed = new EventEmitter<ConnectionState>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: Disposable;
  /** The services beside the connected one, by base URL. */
  readonly #beside = new Map<string, ConnectedService>();
  readonly #end = new AbortController();
  #life = new AbortController();
  #state: ConnectionState;
  #identity: string;
  #isFetchPrepared = false;
  /** Cached for each request, because looking up a setting takes as long as parsing half a page of jobs. */
  #requestTimeout = settings.requestTimeout();

  /** @param prepare wraps the client of each connection */
  constructor(window: Window, credentials: Credentials, onDidRequest: (record: RequestRecord) => void, guard: StartGuard<Asker>, prepare = (client: StartingClient<Asker>) => client) {
    this.#window = window;
    this.#credentials = credentials;
    this.#onDidRequest = onDidRequest;
    this.#guard = guard;
    this.#prepare = prepare;
    this.#leaveMissing();
    this.#identity = this.#identify();
    this.#state = this.#connect();
    this.#subscriptions = Disposable.from(
      onDidChangeSettings(['baseUrl', 'environments', 'apiKey'], () => this.#update()),
      window.sandbox?.onDidChange(() => this.#update()) ?? new Disposable(() => undefined),
      onDidChangeSettings(['requestTimeout'], () => this.#readTimeout()),
      workspace.onDidGrantWorkspaceTrust(() => {
        this.#readTimeout();
        this.#update();
      }),
      credentials.onDidChange((origin) => {
        if (this.#state.kind === 'ready' && this.#state.client.baseUrl.origin === origin) this.#reconnect();
      }),
      this.#changed,
    );
  }

  get state(): ConnectionState {
    return this.#state;
  }

  get choice(): Choice {
    return readChoice(this.#window.memory);
  }

  /** Chooses the service of this window, and of no other. */
  choose(choice: Choice): void {
    writeChoice(this.#window.memory, choice);
    this.#update();
  }

  get sandbox(): WindowSandbox | undefined {
    return this.#window.sandbox;
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
  at(baseUrl: string): ConnectedService | undefined {
    const state = this.#state;
    return state.kind === 'ready' && state.client.baseUrl.href === baseUrl ? state : undefined;
  }

  /** The service at a base URL, connected or not, with the key stored for its origin. */
  serviceAt(baseUrl: BaseUrl): ConnectedService {
    const service = this.at(baseUrl.href) ?? this.#beside.get(baseUrl.href);
    if (service !== undefined) return service;
    const beside = serviceOf(createServiceClient(this.#optionsFor(baseUrl), this.#guard), this.#end.signal);
    this.#beside.set(baseUrl.href, beside);
    return beside;
  }

  /** Prepares the first request: has `fetch` loaded and the key looked up. Sends nothing, and asks no person. */
  prepare(): void {
    if (this.#state.kind !== 'ready') return;
    this.#prepareFetch();
    this.#credentials.lookUp(this.#state.client.baseUrl.origin);
  }

  dispose(): void {
    this.#life.abort();
    this.#end.abort();
    this.#subscriptions.dispose();
  }

  #readTimeout(): void {
    this.#requestTimeout = settings.requestTimeout();
  }

  /** Reconnects if this window now uses another service, header or scheme. */
  #update(): void {
    this.#leaveMissing();
    if (this.#identify() !== this.#identity) this.#reconnect();
  }

  /** Goes back to the default if the chosen service no longer exists, and says so. */
  #leaveMissing(): void {
    const { choice } = this;
    if (this.#addressOf(choice) !== undefined) return;
    writeChoice(this.#window.memory, { kind: 'default' });
    const name = choice.kind === 'environment' ? choice.name : l10n.t('Sandbox');
    void notify.warn(l10n.t('“{0}” no longer exists. This window uses the default base URL again.', oneLine(name)));
  }

  /** The base URL of a choice as text, empty if the settings name none; undefined if the choice no longer exists. */
  #addressOf(choice: Choice): string | undefined {
    switch (choice.kind) {
      case 'default':
        return settings.baseUrl();
      case 'sandbox':
        return this.sandbox?.baseUrl;
      case 'environment':
        return readEnvironments(settings.environments()).list.find(({ baseUrl }) => baseUrl.href === choice.href)?.baseUrl.href;
    }
  }

  #identify(): string {
    const address = this.#addressOf(this.choice) ?? '';
    const reading = readBaseUrl(address);
    return JSON.stringify([address, reading.kind === 'valid' ? settings.apiKeyAt(reading.baseUrl.origin) : null]);
  }

  #reconnect(): void {
    this.#identity = this.#identify();
    this.#life.abort();
    this.#life = new AbortController();
    this.#state = this.#connect();
    this.#changed.fire(this.#state);
  }

  #connect(): ConnectionState {
    const text = this.#addressOf(this.choice) ?? '';
    const reading = readBaseUrl(text);
    if (text === '') return { kind: 'notConfigured', error: new ServiceError('notConfigured', l10n.t('No workflow job service is connected.'), { advice: l10n.t('Set its base URL first.') }) };
    if (reading.kind === 'invalid') return { kind: 'invalid', error: new ServiceError('notConfigured', l10n.t('The base URL cannot be used: {0}', reading.problem)) };
    const options = this.#optionsFor(reading.baseUrl);
    // The header is read once, because another key, header or scheme makes another client.
    return serviceOf(this.#prepare(createServiceClient({ ...options, credential: untilDone(options.credential) }, this.#guard)), this.#life.signal);
  }

  /** A client for any base URL, with the key stored for its origin. */
  clientFor(baseUrl: BaseUrl, onDidRequest?: (record: RequestRecord) => void): ServiceClient {
    return createServiceClient(this.#optionsFor(baseUrl, onDidRequest), this.#guard);
  }

  #optionsFor(baseUrl: BaseUrl, onDidRequest = this.#onDidRequest): ClientOptions {
    return {
      baseUrl,
      credential: async () => {
        this.#prepareFetch();
        await this.#startSandbox(baseUrl);
        return this.#credentials.header(baseUrl.origin);
      },
      requestTimeout: () => this.#requestTimeout,
      onDidRequest,
    };
  }

  /** Starts the sandbox again before the first request to it. Where it gets another port, nothing is sent to its previous one. */
  async #startSandbox({ href }: BaseUrl): Promise<void> {
    const { sandbox } = this;
    if (sandbox?.baseUrl !== href) return;
    await sandbox.start();
    if (sandbox.baseUrl !== href) throw new ServiceError('cancelled', l10n.t('The sandbox service has another address now.'));
  }

  /**
   * Makes VS Code load proxies and certificates for `fetch` in parallel with the first read of the secret storage, because each
   * takes hundreds of milliseconds once per window. Sends nothing; a browser's `fetch` needs no preparation.
   */
  #prepareFetch(): void {
    if (this.#isFetchPrepared || runsInBrowser()) return;
    this.#isFetchPrepared = true;
    fetch('data:,').catch(() => undefined);
  }
}

function serviceOf({ startJob, ...client }: StartingClient<Asker>, signal: AbortSignal): ConnectedService {
  const start: ConnectedService['start'] = async (workflowKey, asker, sending) => {
    if (signal.aborted) throw connectionChanged();
    try {
      return await startJob(workflowKey, signal, asker, sending);
    } catch (thrown) {
      throw signal.aborted && thrown instanceof ServiceError && !thrown.wasSent ? connectionChanged() : thrown;
    }
  };
  const waiter = new JobWaiter(client);
  signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return { kind: 'ready', client, signal, waiter, start };
}

export function connectionChanged(): ServiceError {
  return new ServiceError('notPermitted', l10n.t('The connection changed: no job was started.'));
}
