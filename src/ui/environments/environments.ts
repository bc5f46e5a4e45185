import { Disposable, EventEmitter, workspace } from 'vscode';
import {
  type Environment,
  type Environments,
  type Guards,
  type Place,
  environmentAt,
  environmentNamed,
  guardsAt,
  isOthers,
  placeAt,
  readEnvironments,
  titleOf,
  withSandbox,
} from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { WindowSandbox } from '../connection/serviceClients.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';

/** The environments of the settings and the sandbox of this window, identified by base URL. */
export class EnvironmentList {
  readonly #sandbox: WindowSandbox;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable;
  #ofSettings = readSettings();
  #connected: BaseUrl | undefined;

  constructor(sandbox: WindowSandbox) {
    this.#sandbox = sandbox;
    const readAgain = () => {
      this.#ofSettings = readSettings();
      this.#changed.fire();
    };
    this.#subscriptions = Disposable.from(
      this.#changed,
      onDidChangeSettings(['environments'], readAgain),
      workspace.onDidGrantWorkspaceTrust(readAgain),
      sandbox.onDidChange(() => this.#changed.fire()),
    );
  }

  /** Fires when the environments, or the connected one, may have changed. */
  get onDidChange() {
    return this.#changed.event;
  }

  get all(): readonly Environment[] {
    return this.#environments.list;
  }

  /** A sentence for each invalid entry of the settings. */
  get problems(): readonly string[] {
    return this.#environments.problems;
  }

  /** The base URL of the connected service. */
  get connected(): BaseUrl | undefined {
    return this.#connected;
  }

  /** The connected environment; undefined if the base URL belongs to none. */
  get current(): Environment | undefined {
    return this.#connected && this.at(this.#connected.href);
  }

  /** The place of the connected service; undefined without a service or environments. */
  get here(): Place | undefined {
    return this.#connected && this.placeAt(this.#connected);
  }

  /** Called with each new connection. */
  connect(baseUrl: BaseUrl | undefined): void {
    this.#connected = baseUrl;
    this.#changed.fire();
  }

  /** The environment at a base URL. */
  at(href: string): Environment | undefined {
    return environmentAt(this.#environments, { href });
  }

  /** The environment of a name. */
  named(name: string): Environment | undefined {
    return environmentNamed(this.#environments, name);
  }

  placeAt(baseUrl: BaseUrl): Place | undefined {
    return placeAt(this.#environments, baseUrl);
  }

  guardsAt(baseUrl: BaseUrl): Guards {
    return guardsAt(this.#environments, baseUrl);
  }

  /** The short name of the environment at a base URL. */
  titleAt(href: string): string | undefined {
    const environment = this.at(href);
    return environment && titleOf(environment);
  }

  /**
   * A service's name for people: `Staging (eu.example.com)`, `Theirs (workspace) · eu.example.com` where
   * only the workspace names it, or only host and path prefix without an environment.
   */
  nameOf(baseUrl: BaseUrl): string {
    const environment = this.at(baseUrl.href);
    if (environment === undefined) return baseUrl.label;
    return isOthers(environment.level) ? titleOf(environment) : `${environment.name} (${baseUrl.label})`;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  get #environments(): Environments {
    return withSandbox(this.#ofSettings, this.#sandbox.baseUrl);
  }
}

function readSettings(): Environments {
  return readEnvironments(settings.environments());
}
