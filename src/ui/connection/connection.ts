import { Disposable, EventEmitter, l10n, workspace } from 'vscode';
import { JobWaiter } from '../../model/following/jobWaiter.ts';
import { type BaseUrl, type RequestRecord, type ServiceClient, ServiceError, createServiceClient, readBaseUrl } from '../../service/index.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Credentials } from './credentials.ts';
import { onDidChangeSettings, settings } from './settings.ts';

export type ConnectionState = { readonly kind: 'notConfigured' } | { readonly kind: 'invalid'; readonly error: ServiceError } | ConnectedService;

/** Throws a {@link ServiceError} unless a job of the workflow may be started at the base URL. */
type PermitStart = (baseUrl: BaseUrl, workflowKey: string) => void;

export interface ConnectedService {
  readonly kind: 'ready';
  readonly client: ServiceClient;
  /** Aborts when the connection is replaced, even by one to the same service. */
  readonly signal: AbortSignal;
}

/** The service that the settings name. A new base URL, header or key replaces the connection and aborts its requests. */
export class Connection implements Disposable {
  readonly #credentials: Credentials;
  readonly #onDidRequest: (record: RequestRecord) => void;
  readonly #permitStart: PermitStart;
  readonly #prepare: (client: ServiceClient) => ServiceClient;
  readonly #changed = new EventEmitter<ConnectionState>();
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: Disposable;
  #life = new AbortController();
  #state: ConnectionState;
  #identity = identity();
  #isFetchPrepared = false;
  /** Cached for each request, because looking up a setting takes as long as parsing half a page of jobs. */
  #requestTimeout = settings.requestTimeout();

  /** @param prepare wraps the client of each connection */
  constructor(credentials: Credentials, onDidRequest: (record: RequestRecord) => void, permitStart: PermitStart, prepare = (client: ServiceClient) => client) {
    this.#credentials = credentials;
    this.#onDidRequest = onDidRequest;
    this.#permitStart = permitStart;
    this.#prepare = prepare;
    this.#state = this.#connect();
    this.#subscriptions = Disposable.from(
      onDidChangeSettings(['baseUrl', 'apiKey'], () => this.#settingsChanged()),
      onDidChangeSettings(['requestTimeout'], () => this.#readTimeout()),
      workspace.onDidGrantWorkspaceTrust(() => {
        this.#readTimeout();
        this.#settingsChanged();
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

  /** Why the base URL is invalid. */
  get failure(): ServiceError | undefined {
    return this.#state.kind === 'invalid' ? this.#state.error : undefined;
  }

  /** The connected service. @throws {ServiceError} `notConfigured` */
  require(): ConnectedService {
    if (this.#state.kind === 'ready') return this.#state;
    throw this.absence;
  }

  /** Why no service is connected. */
  get absence(): ServiceError {
    return this.failure ?? new ServiceError('notConfigured', l10n.t('No workflow job service is connected.'), { advice: l10n.t('Set its base URL first.') });
  }

  /** The connected service if it has this base URL. */
  at(baseUrl: string): ConnectedService | undefined {
    const state = this.#state;
    return state.kind === 'ready' && state.client.baseUrl.href === baseUrl ? state : undefined;
  }

  dispose(): void {
    this.#life.abort();
    this.#subscriptions.dispose();
  }

  #readTimeout(): void {
    this.#requestTimeout = settings.requestTimeout();
  }

  // Compared, because VS Code's event also fires for scopes that are overridden.
  #settingsChanged(): void {
    if (identity() !== this.#identity) this.#reconnect();
  }

  #reconnect(): void {
    this.#identity = identity();
    this.#life.abort();
    this.#life = new AbortController();
    this.#state = this.#connect();
    this.#changed.fire(this.#state);
  }

  #connect(): ConnectionState {
    const text = settings.baseUrl();
    if (text === '') return { kind: 'notConfigured' };
    const reading = readBaseUrl(text);
    if (reading.kind === 'invalid') {
      return { kind: 'invalid', error: new ServiceError('notConfigured', l10n.t('The base URL cannot be used: {0}', reading.problem)) };
    }
    return { kind: 'ready', client: this.#prepare(this.#clientFor(reading.baseUrl, this.#permitStart)), signal: this.#life.signal };
  }

  /** A client for any base URL, with the key stored for its origin; it cannot start jobs. */
  clientFor(baseUrl: BaseUrl, onDidRequest?: (record: RequestRecord) => void): ServiceClient {
    return this.#clientFor(baseUrl, refuseStart, onDidRequest);
  }

  #clientFor(baseUrl: BaseUrl, permitStart: PermitStart, onDidRequest = this.#onDidRequest): ServiceClient {
    return createServiceClient({
      baseUrl,
      credential: untilDone(() => {
        this.#prepareFetch();
        return this.#credentials.header(baseUrl.origin);
      }),
      requestTimeout: () => this.#requestTimeout,
      onDidRequest,
      permitStart: (workflowKey) => permitStart(baseUrl, workflowKey),
    });
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

function refuseStart({ label }: BaseUrl): never {
  throw new ServiceError('notPermitted', l10n.t('No job was started on {0}: it is not the connected service.', label));
}

/** Caches the first successful result of a function; safe, because another key, header or scheme makes another client. */
function untilDone<T>(call: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= call().catch((thrown: unknown) => {
      result = undefined;
      throw thrown;
    }));
}

function identity(): string {
  return JSON.stringify([settings.baseUrl(), settings.apiKeyHeader(), settings.apiKeyScheme()]);
}

const waiters = new WeakMap<ConnectedService, JobWaiter>();

/** The waiter of a connection: created on first use, disposed with the connection. */
export function waiterOf(service: ConnectedService): JobWaiter {
  const known = waiters.get(service);
  if (known !== undefined) return known;
  const waiter = new JobWaiter(service.client);
  waiters.set(service, waiter);
  service.signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return waiter;
}
