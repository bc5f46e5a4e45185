import { type Event, l10n } from 'vscode';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import type { Starts } from '../../model/following/jobWaiter.ts';
import type { SentStarts } from '../../model/jobs/sentStarts.ts';
import { untilDone } from '../../model/util/untilDone.ts';
import {
  type BaseUrl,
  type ChangeGuard,
  type ChangingClient,
  type ClientOptions,
  type RequestRecord,
  type ServiceClient,
  ServiceError,
  createServiceClient,
} from '../../service/index.ts';
import { runsInBrowser } from '../feedback/window.ts';
import { type ConnectedService, type Initiator, connectedService } from './connectedService.ts';
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/** The sandbox of a window. */
export interface WindowSandbox {
  /** Undefined where it does not exist; requests to it wait for {@link start}. */
  readonly baseUrl: string | undefined;
  readonly onDidChange: Event<void>;
  start(): Promise<void>;
}

export interface ServiceClientsOptions {
  readonly sandbox: WindowSandbox;
  readonly credentials: Credentials;
  readonly guard: ChangeGuard<Initiator>;
  readonly sentStarts: SentStarts;
  readonly onDidRequest?: (record: RequestRecord) => void;
  /** Wraps the client of each connection. */
  readonly prepareClient?: (client: ChangingClient<Initiator>) => ChangingClient<Initiator>;
}

/** Makes the clients of this window, each with the key of its origin and the guards of changes. */
export class ServiceClients {
  readonly #options: ServiceClientsOptions;
  /** The services that are not the connected one, by base URL. */
  readonly #otherServices = new Map<string, ConnectedService>();
  readonly #starts: Starts = new Map();
  readonly #end = new AbortController();
  #isFetchPrepared = false;

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /** A client for any base URL. */
  clientFor(baseUrl: BaseUrl, onDidRequest = this.#options.onDidRequest): ServiceClient {
    return createServiceClient(this.#clientOptions(baseUrl, onDidRequest), this.#options.guard);
  }

  /** A client with a key that is typed and not stored. */
  clientWith(baseUrl: BaseUrl, key: string, sent: ApiKeyHeader): ServiceClient {
    const { credentials, guard, onDidRequest } = this.#options;
    const credential = () => credentials.headerWithTyped(baseUrl.origin, key, sent);
    return createServiceClient({ ...this.#clientOptions(baseUrl, onDidRequest), credential }, guard);
  }

  /** The service of a new connection, until the signal ends it. */
  connect(baseUrl: BaseUrl, signal: AbortSignal): ConnectedService {
    const { guard, onDidRequest, prepareClient = (client) => client } = this.#options;
    const options = this.#clientOptions(baseUrl, onDidRequest);
    // The header is read once, because another key, header or scheme makes another connection.
    const credential = untilDone(options.credential);
    const client = prepareClient(createServiceClient({ ...options, credential }, guard));
    return connectedService(client, signal, this.#starts, this.#options.sentStarts);
  }

  /** A service that need not be the connected one. */
  serviceAt(baseUrl: BaseUrl): ConnectedService {
    const known = this.#otherServices.get(baseUrl.href);
    if (known !== undefined) return known;
    const { guard, onDidRequest, sentStarts } = this.#options;
    const client = createServiceClient(this.#clientOptions(baseUrl, onDidRequest), guard);
    const service = connectedService(client, this.#end.signal, this.#starts, sentStarts);
    this.#otherServices.set(baseUrl.href, service);
    return service;
  }

  /**
   * Prepares the first request to an origin: has `fetch` loaded and the key looked up. Sends nothing, and
   * asks no person.
   */
  prepare(origin: string): void {
    this.#prepareFetch();
    this.#options.credentials.lookUp(origin);
  }

  dispose(): void {
    this.#end.abort();
  }

  #clientOptions(baseUrl: BaseUrl, onDidRequest?: (record: RequestRecord) => void): ClientOptions {
    return {
      baseUrl,
      credential: async () => {
        this.#prepareFetch();
        await this.#startSandbox(baseUrl);
        return this.#options.credentials.header(baseUrl.origin);
      },
      requestTimeout: settings.requestTimeout,
      ...(onDidRequest && { onDidRequest }),
    };
  }

  /**
   * Makes VS Code load proxies and certificates for `fetch` in parallel with the first read of the secret
   * storage, because each takes hundreds of milliseconds once per window. Sends nothing; a browser's `fetch`
   * needs no preparation.
   */
  #prepareFetch(): void {
    if (this.#isFetchPrepared || runsInBrowser()) return;
    this.#isFetchPrepared = true;
    fetch('data:,').catch(() => undefined);
  }

  /**
   * Starts the sandbox again before the first request to it. Where it gets another port, nothing is sent to
   * its previous one.
   */
  async #startSandbox({ href }: BaseUrl): Promise<void> {
    const { sandbox } = this.#options;
    if (sandbox.baseUrl !== href) return;
    await sandbox.start();
    if (sandbox.baseUrl !== href) {
      throw new ServiceError('cancelled', l10n.t('The sandbox service has another address now.'));
    }
  }
}
