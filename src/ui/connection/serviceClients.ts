import { type Event, l10n } from 'vscode';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import {
  type BaseUrl,
  type ChangingClient,
  type ClientOptions,
  type RequestRecord,
  type ServiceClient,
  ServiceError,
  createServiceClient,
} from '../../service/index.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/** The sandbox of a window. */
export interface WindowSandbox {
  /** Undefined if it does not exist; requests to it wait for {@link start}. */
  readonly baseUrl: string | undefined;
  readonly onDidChange: Event<void>;
  start(): Promise<void>;
}

export interface ServiceClientsOptions {
  readonly sandbox: WindowSandbox;
  readonly credentials: Credentials;
  readonly onDidRequest?: (record: RequestRecord) => void;
}

/** Creates the clients of this window, each with the key of its origin. */
export class ServiceClients {
  readonly #options: ServiceClientsOptions;
  #isFetchPrepared = false;

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /** A client for any base URL, with the key that is stored for its origin. */
  clientFor(baseUrl: BaseUrl, onDidRequest = this.#options.onDidRequest): ServiceClient {
    return createServiceClient(this.#clientOptions(baseUrl, onDidRequest));
  }

  /** A client with a key that was typed and is not stored. */
  clientWith(baseUrl: BaseUrl, key: string, sent: ApiKeyHeader): ServiceClient {
    const { credentials, onDidRequest } = this.#options;
    const credential = () => credentials.headerWith(baseUrl.origin, key, sent);
    return createServiceClient({ ...this.#clientOptions(baseUrl, onDidRequest), credential });
  }

  /** The client of a session. @param onDidRespond called after each good response */
  sessionClient(baseUrl: BaseUrl, onDidRespond: () => void): ChangingClient {
    const { onDidRequest } = this.#options;
    const options = this.#clientOptions(baseUrl, (record) => {
      onDidRequest?.(record);
      if (record.outcome === 'ok') onDidRespond();
    });
    return createServiceClient(options);
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
   * Starts the sandbox again before the first request to it. If it gets another port, nothing is sent to the
   * previous port.
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
