import { Disposable, type Event, EventEmitter, l10n, workspace } from 'vscode';
import * as z from 'zod/mini';
import { environmentAt, readEnvironments } from '../../model/environments/environment.ts';
import { JobWaiter, type Starts } from '../../model/following/jobWaiter.ts';
import { isSameJson } from '../../model/util/json.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import { textSchema } from '../../model/util/schemas.ts';
import { untilDone } from '../../model/util/untilDone.ts';
import {
  type BaseUrl,
  type ClientOptions,
  type Job,
  type RequestRecord,
  type Sending,
  type ServiceClient,
  ServiceError,
  type StartGuard,
  type StartingClient,
  createServiceClient,
  readBaseUrl,
} from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { notify } from '../feedback/notify.ts';
import { runsInBrowser } from '../feedback/window.ts';
import type { Credentials } from './credentials.ts';
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

/** The sandbox of a window. */
interface WindowSandbox {
  /** Undefined where it does not exist; requests to it wait for {@link start}. */
  readonly baseUrl: string | undefined;
  readonly onDidChange: Event<void>;
  start(): Promise<void>;
}

/** Without a service, why; `invalid` is a base URL that cannot be used. */
export type ConnectionState =
  | { readonly kind: 'notConfigured' | 'invalid'; readonly error: ServiceError }
  | ConnectedService;

/**
 * Who asks for a start: a person in our picker or in a chat that named it; a chat that did not; or a task or
 * a command with arguments, which no person may have picked, in words for the question.
 */
export type Initiator =
  | { readonly kind: 'person' | 'chat' }
  | { readonly kind: 'folder'; readonly who: string };

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
  readonly start: (workflowKey: string, initiator: Initiator, sending?: Sending) => Promise<Job | undefined>;
}

export type Connection = ReturnType<typeof createConnection>;

/**
 * The service that this window uses: the chosen one, else that of the settings. Another base URL, header or
 * key replaces the connection and aborts its requests; a setting that this window does not use changes
 * nothing.
 * @param store of the workspace
 * @param prepareClient wraps the client of each connection
 */
export function createConnection(
  store: KeyValueStore,
  sandbox: WindowSandbox,
  credentials: Credentials,
  onDidRequest: (record: RequestRecord) => void,
  guard: StartGuard<Initiator>,
  prepareClient = (client: StartingClient<Initiator>) => client,
) {
  const changed = new EventEmitter<ConnectionState>();
  /** The services beside the connected one, by base URL. */
  const beside = new Map<string, ConnectedService>();
  const starts: Starts = new Map();
  const end = new AbortController();
  let isFetchPrepared = false;

  /**
   * Makes VS Code load proxies and certificates for `fetch` in parallel with the first read of the secret
   * storage, because each takes hundreds of milliseconds once per window. Sends nothing; a browser's `fetch`
   * needs no preparation.
   */
  const prepareFetch = () => {
    if (isFetchPrepared || runsInBrowser()) return;
    isFetchPrepared = true;
    fetch('data:,').catch(() => undefined);
  };
  /**
   * Starts the sandbox again before the first request to it. Where it gets another port, nothing is sent to
   * its previous one.
   */
  const startSandbox = async ({ href }: BaseUrl) => {
    if (sandbox.baseUrl !== href) return;
    await sandbox.start();
    if (sandbox.baseUrl !== href) {
      throw new ServiceError('cancelled', l10n.t('The sandbox service has another address now.'));
    }
  };
  const optionsFor = (baseUrl: BaseUrl, told = onDidRequest): ClientOptions => ({
    baseUrl,
    credential: async () => {
      prepareFetch();
      await startSandbox(baseUrl);
      return credentials.header(baseUrl.origin);
    },
    requestTimeout: settings.requestTimeout,
    onDidRequest: told,
  });

  const readChoice = (): Choice => choiceSchema.safeParse(store.get(choiceName)).data ?? { kind: 'default' };
  const writeChoice = (choice: Choice) =>
    store.set(choiceName, choice.kind === 'default' ? undefined : choice);
  /**
   * The base URL of a choice as text, empty if the settings name none; undefined if the choice no longer
   * exists.
   */
  const addressOf = (choice: Choice) => {
    switch (choice.kind) {
      case 'default':
        return settings.baseUrl();
      case 'sandbox':
        return sandbox.baseUrl;
      case 'environment':
        return environmentAt(readEnvironments(settings.environments()), choice)?.baseUrl.href;
    }
  };
  /**
   * The base URL that this window uses, and how its key is sent. Where the chosen service no longer exists,
   * goes back to the default, and says so.
   */
  const readTarget = () => {
    const choice = readChoice();
    let text = addressOf(choice);
    if (text === undefined) {
      text = settings.baseUrl();
      // Restricted Mode ignores what the workspace names, which may still be there.
      if (workspace.isTrusted) {
        writeChoice({ kind: 'default' });
        const name = choice.kind === 'environment' ? choice.name : l10n.t('Sandbox');
        void notify.warn(
          l10n.t('“{0}” no longer exists. This window uses the default base URL again.', oneLine(name)),
        );
      }
    }
    const reading = readBaseUrl(text);
    return {
      text,
      reading,
      apiKey: reading.kind === 'valid' ? settings.apiKeyAt(reading.baseUrl.origin) : null,
    };
  };
  const connect = ({ text, reading }: typeof target): ConnectionState => {
    if (text === '') {
      return {
        kind: 'notConfigured',
        error: new ServiceError('notConfigured', l10n.t('No workflow job service is connected.'), {
          advice: l10n.t('Set its base URL first.'),
        }),
      };
    }
    if (reading.kind === 'invalid') {
      return {
        kind: 'invalid',
        error: new ServiceError('notConfigured', l10n.t('The base URL cannot be used: {0}', reading.problem)),
      };
    }
    const options = optionsFor(reading.baseUrl);
    // The header is read once, because another key, header or scheme makes another client.
    return serviceOf(
      prepareClient(createServiceClient({ ...options, credential: untilDone(options.credential) }, guard)),
      life.signal,
      starts,
    );
  };
  const reconnect = () => {
    life.abort();
    life = new AbortController();
    state = connect(target);
    changed.fire(state);
  };
  /** Reconnects if this window now uses another service, header or scheme. */
  const update = () => {
    const before = target;
    target = readTarget();
    if (!isSameJson(before, target)) reconnect();
  };
  /** The service that was chosen last, which may still wait for its key. */
  let latest: Choice | undefined;
  const choose = (choice: Choice) => {
    latest = choice;
    writeChoice(choice);
    update();
  };

  let life = new AbortController();
  let target = readTarget();
  let state = connect(target);
  const subscriptions = Disposable.from(
    onDidChangeSettings(['baseUrl', 'environments', 'apiKey'], update),
    sandbox.onDidChange(update),
    workspace.onDidGrantWorkspaceTrust(update),
    credentials.onDidChange((origin) => {
      if (state.kind === 'ready' && state.client.baseUrl.origin === origin) reconnect();
    }),
    changed,
  );

  /** The connected service if it has this base URL. */
  const at = (baseUrl: string) =>
    state.kind === 'ready' && state.client.baseUrl.href === baseUrl ? state : undefined;
  return {
    sandbox,
    onDidChange: changed.event,
    at,
    get state() {
      return state;
    },
    get choice() {
      return readChoice();
    },
    /** Chooses the service of this window, and of no other. */
    choose,
    /**
     * Chooses a service once its key may go there, which a person may refuse; unless another is chosen
     * meanwhile.
     */
    async chooseAt(origin: string, choice: Choice): Promise<void> {
      latest = choice;
      await credentials.header(origin);
      if (latest === choice) choose(choice);
    },
    /** Why the base URL is invalid. */
    get failure() {
      return state.kind === 'invalid' ? state.error : undefined;
    },
    /** The connected service. @throws {ServiceError} `notConfigured` */
    require(): ConnectedService {
      if (state.kind === 'ready') return state;
      throw state.error;
    },
    /** The service at a base URL, connected or not, with the key stored for its origin. */
    serviceAt(baseUrl: BaseUrl): ConnectedService {
      const known = at(baseUrl.href) ?? beside.get(baseUrl.href);
      if (known !== undefined) return known;
      const service = serviceOf(createServiceClient(optionsFor(baseUrl), guard), end.signal, starts);
      beside.set(baseUrl.href, service);
      return service;
    },
    /** A client for any base URL, with the key stored for its origin. */
    clientFor: (baseUrl: BaseUrl, told?: (record: RequestRecord) => void): ServiceClient =>
      createServiceClient(optionsFor(baseUrl, told), guard),
    /**
     * Prepares the first request: has `fetch` loaded and the key looked up. Sends nothing, and asks no
     * person.
     */
    prepare(): void {
      if (state.kind !== 'ready') return;
      prepareFetch();
      credentials.lookUp(state.client.baseUrl.origin);
    },
    dispose(): void {
      life.abort();
      end.abort();
      subscriptions.dispose();
    },
  };
}

function serviceOf(
  { startJob, ...client }: StartingClient<Initiator>,
  signal: AbortSignal,
  starts: Starts,
): ConnectedService {
  const start: ConnectedService['start'] = async (workflowKey, initiator, sending) => {
    if (signal.aborted) throw connectionChanged();
    try {
      return await startJob(workflowKey, signal, initiator, sending);
    } catch (thrown) {
      throw signal.aborted && thrown instanceof ServiceError && !thrown.wasSent
        ? connectionChanged()
        : thrown;
    }
  };
  const waiter = new JobWaiter(client, starts);
  signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return { kind: 'ready', client, signal, waiter, start };
}

export function connectionChanged(): ServiceError {
  return new ServiceError('notPermitted', l10n.t('The connection changed: no job was started.'));
}

/** The choice of the sandbox, which keeps the environment that was chosen before. */
export function chosenSandbox(now: Choice): Choice {
  return {
    kind: 'sandbox',
    before: now.kind === 'sandbox' ? now.before : now.kind === 'environment' ? now : undefined,
  };
}
