import { Disposable, EventEmitter, l10n, workspace } from 'vscode';
import { type Environment, type Environments, type Guards, type Place, environmentAt, environmentNamed, guardsAt, isOthers, placeAt, readEnvironments, titleOf, withSandbox } from '../../model/environments/environment.ts';
import { type BaseUrl, ServiceError } from '../../service/index.ts';
import { quoted } from '../../text/inert.ts';
import type { ConnectedService, Connection } from '../connection/connection.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';

/** The environments of the settings and the sandbox of this window, identified by base URL. */
export class EnvironmentList implements Disposable {
  readonly #connection: Connection;
  readonly #changed = new EventEmitter<void>();
  /** Fires when the environments, or the connected one, may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: readonly Disposable[];
  #ofSettings: Environments = read();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#subscriptions = [
      onDidChangeSettings(['environments'], () => this.#read()),
      workspace.onDidGrantWorkspaceTrust(() => this.#read()),
      connection.onDidChange(() => this.#changed.fire()),
      connection.sandbox?.onDidChange(() => this.#changed.fire()) ?? new Disposable(() => undefined),
      this.#changed,
    ];
  }

  get #environments(): Environments {
    return withSandbox(this.#ofSettings, this.#connection.sandbox?.baseUrl);
  }

  get all(): readonly Environment[] {
    return this.#environments.list;
  }

  /** A sentence for each invalid entry of the settings. */
  get problems(): readonly string[] {
    return this.#environments.problems;
  }

  /** The connected environment; undefined if the base URL belongs to none. */
  get current(): Environment | undefined {
    const { state } = this.#connection;
    return state.kind === 'ready' ? this.at(state.client.baseUrl.href) : undefined;
  }

  /** The place of the connected service; undefined without a service or environments. */
  get here(): Place | undefined {
    const { state } = this.#connection;
    return state.kind === 'ready' ? this.placeAt(state.client.baseUrl) : undefined;
  }

  placeAt(baseUrl: BaseUrl): Place | undefined {
    return placeAt(this.#environments, baseUrl);
  }

  /** The environment at a base URL. */
  at(href: string): Environment | undefined {
    return environmentAt(this.#environments, { href });
  }

  /**
   * The service of an environment that a task, a command or a link names, connected or not; without a name the connected one.
   * @throws {ServiceError} `notPermitted` for an unknown name, `notConfigured`
   */
  serviceOf(name: string | undefined): ConnectedService {
    if (name === undefined) return this.#connection.require();
    const environment = environmentNamed(this.#environments, name);
    if (environment !== undefined) return this.#connection.serviceAt(environment.baseUrl);
    const known = this.all.map((each) => l10n.t('“{0}”', quoted(each.name))).join(', ');
    throw new ServiceError('notPermitted', l10n.t('No environment is named “{0}”.', quoted(name)), { advice: known === '' ? l10n.t('There are no environments yet.') : l10n.t('Known are {0}.', known) });
  }

  /** The short name of the environment at a base URL. */
  titleAt(href: string): string | undefined {
    const environment = this.at(href);
    return environment && titleOf(environment);
  }

  guardsAt(baseUrl: BaseUrl): Guards {
    return guardsAt(this.#environments, baseUrl);
  }

  /**
   * A service's name for people: `Staging (eu.example.com)`, `Theirs (workspace) · eu.example.com` where only the workspace
   * names it, or only host and path prefix without an environment.
   */
  nameOf(baseUrl: BaseUrl): string {
    const environment = this.at(baseUrl.href);
    if (environment === undefined) return baseUrl.label;
    return isOthers(environment.level) ? titleOf(environment) : `${environment.name} (${baseUrl.label})`;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #read(): void {
    this.#ofSettings = read();
    this.#changed.fire();
  }
}

function read(): Environments {
  return readEnvironments(settings.environments());
}
