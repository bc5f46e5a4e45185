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

export interface ServiceClientsOptions {
  readonly sandbox: WindowSandbox;
  readonly credentials: Credentials;
  readonly onDidRequest: (record: RequestRecord) => void;
}

/** Creates service clients. Each client sends the stored API key for its base URL's origin. */
export class ServiceClients {
  readonly #options: ServiceClientsOptions;

  constructor(options: ServiceClientsOptions) {
    this.#options = options;
  }

  /** Creates a client for a base URL. The client sends the API key stored for the URL's origin. */
  clientFor(baseUrl: BaseUrl, onDidRequest?: ServiceClientsOptions['onDidRequest']): ServiceClient {
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

  /** Creates the client for a session. Calls `onDidRespond` after each successful response. */
  sessionClient(baseUrl: BaseUrl, onDidRespond: () => void): ChangingClient {
    const { onDidRequest } = this.#options;
    return createServiceClient(
      this.#clientOptions(baseUrl, (record) => {
        onDidRequest(record);
        if (record.outcome === 'ok') onDidRespond();
      }),
    );
  }

  #clientOptions(baseUrl: BaseUrl, onDidRequest = this.#options.onDidRequest): ClientOptions {
    return {
      baseUrl,
      credential: async () => {
        await this.#startSandbox(baseUrl);
        return this.#options.credentials.header(baseUrl.origin);
      },
      requestTimeout: settings.requestTimeout,
      onDidRequest,
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
