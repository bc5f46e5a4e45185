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
import type { Credentials } from './credentials.ts';
import { settings } from './settings.ts';

/** A window's local sandbox service. */
export interface WindowSandbox {
  /** Base URL of the sandbox, if there is one. Requests to this URL wait for {@link start}. */
  readonly baseUrl: string | undefined;
  readonly onDidChange: Event<void>;
  start(): Promise<void>;
}

type RequestListener = (record: RequestRecord) => void;

export interface ServiceClientsOptions {
  readonly sandbox: WindowSandbox;
  readonly credentials: Credentials;
  /** Logs each request of all clients. */
  readonly onDidRequest: RequestListener;
}

/** Creates service clients. Each client sends the stored API key for its base URL's origin. */
export class ServiceClients {
  readonly #options: ServiceClientsOptions;

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /**
   * Creates a client for a base URL. Calls `onDidRequest` after each request, after the request has
   * been logged.
   */
  clientFor(baseUrl: BaseUrl, onDidRequest?: RequestListener): ChangingClient {
    return createServiceClient(this.#clientOptions(baseUrl, onDidRequest));
  }

  /**
   * Creates a client with an API key that the user has typed but not yet saved. If the user has
   * declined to send the key without encryption, the client asks again.
   */
  clientWith(baseUrl: BaseUrl, key: string, sent: ApiKeyHeader): ServiceClient {
    const { credentials } = this.#options;
    credentials.forgetDeclined(baseUrl.origin);
    const credential = () => credentials.headerWith(baseUrl.origin, key, sent);
    return createServiceClient({ ...this.#clientOptions(baseUrl), credential });
  }

  #clientOptions(baseUrl: BaseUrl, onDidRequest?: RequestListener): ClientOptions {
    return {
      baseUrl,
      credential: async () => {
        await this.#startSandbox(baseUrl);
        return this.#options.credentials.header(baseUrl.origin);
      },
      requestTimeout: settings.requestTimeout,
      onDidRequest: (record) => {
        this.#options.onDidRequest(record);
        onDidRequest?.(record);
      },
    };
  }

  /**
   * Starts the sandbox before the first request. Throws an error if the sandbox no longer uses the
   * port in the base URL, so that no request is sent to this port.
   */
  async #startSandbox({ href }: BaseUrl): Promise<void> {
    const { sandbox } = this.#options;
    if (sandbox.baseUrl !== href) return;
    await sandbox.start();
    if (sandbox.baseUrl !== href) {
      throw new ServiceError(
        'cancelled',
        l10n.t('The address of the sandbox service has changed.'),
      );
    }
  }
}
