import type { Event } from 'vscode';
import type { ApiKeyHeader } from '../../model/environments/apiKeyHeader.ts';
import {
  type BaseUrl,
  type ChangingClient,
  type ClientOptions,
  type RequestRecord,
  type ServiceClient,
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

  /** Creates a client for a base URL. Calls `onDidRequest` for each request, after logging it. */
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
        const { sandbox, credentials } = this.#options;
        if (sandbox.baseUrl === baseUrl.href) await sandbox.start();
        return credentials.header(baseUrl.origin);
      },
      requestTimeout: settings.requestTimeout,
      onDidRequest: (record) => {
        this.#options.onDidRequest(record);
        onDidRequest?.(record);
      },
    };
  }
}
