import { Disposable, EventEmitter } from 'vscode';
import {
  type Environment,
  type Environments,
  type Guards,
  type Place,
  environmentAt,
  environmentNamed,
  guardsAt,
  placeAt,
  readEnvironments,
  withSandbox,
} from '../../model/environments/environment.ts';
import type { BaseUrl } from '../../service/index.ts';
import type { WindowSandbox } from '../connection/serviceClients.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';

/** List of all environments: the environments from the settings, and this window's sandbox. */
export class EnvironmentList {
  readonly #sandbox: WindowSandbox;
  readonly #changed = new EventEmitter<void>();
  /** Fires when the environments or the connected service may have changed. */
  readonly onDidChange = this.#changed.event;
  readonly #subscriptions: Disposable;
  #fromSettings = readEnvironments(settings.environments());
  #connected: BaseUrl | undefined;

  constructor(sandbox: WindowSandbox) {
    this.#sandbox = sandbox;
    const reload = () => {
      this.#fromSettings = readEnvironments(settings.environments());
      this.#changed.fire();
    };
    this.#subscriptions = Disposable.from(
      this.#changed,
      onDidChangeSettings(['environments', 'baseUrl', 'confirmStart'], reload),
      sandbox.onDidChange(() => this.#changed.fire()),
    );
  }

  get all(): readonly Environment[] {
    return this.#environments.list;
  }

  /** Problems in the `environments` and `confirmStart` settings, one sentence each. */
  get problems(): readonly string[] {
    return [...this.#fromSettings.problems, settings.confirmStartProblem()].filter(
      (each) => each !== undefined,
    );
  }

  /** Base URL of the connected service. */
  get connected(): BaseUrl | undefined {
    return this.#connected;
  }

  /** Environment for the connected service, or undefined if no environment has that base URL. */
  get current(): Environment | undefined {
    return this.#connected && this.at(this.#connected.href);
  }

  /** Name of the connected service and its restrictions, such as read-only. */
  get place(): Place | undefined {
    return this.#connected && this.placeAt(this.#connected);
  }

  /**
   * Name and restrictions to show for the connected service. Undefined if there are no environments
   * and the base URL is not a workspace setting.
   */
  get shownPlace(): Place | undefined {
    return this.all.length > 0 || settings.isBaseUrlOfWorkspace() ? this.place : undefined;
  }

  /** Sets the base URL of the service to which this window is connected. */
  setConnected(baseUrl: BaseUrl | undefined): void {
    this.#connected = baseUrl;
    this.#changed.fire();
  }

  /** Returns the environment with the given base URL. */
  at(href: string): Environment | undefined {
    return environmentAt(this.#environments, { href });
  }

  /** Returns the environment with the given name. */
  named(name: string): Environment | undefined {
    return environmentNamed(this.#environments, name);
  }

  placeAt(baseUrl: BaseUrl): Place {
    return placeAt(this.#environments, baseUrl);
  }

  guardsAt(baseUrl: BaseUrl): Guards {
    return guardsAt(this.#environments, baseUrl);
  }

  /**
   * Returns the name of the environment with this base URL. If no environment matches and the base
   * URL is a workspace setting, returns the host and path prefix. Otherwise, returns undefined.
   */
  titleAt(baseUrl: BaseUrl): string | undefined {
    const { name, kind } = this.placeAt(baseUrl);
    return kind !== undefined || settings.isBaseUrlOfWorkspace() ? name : undefined;
  }

  /**
   * Returns a service's display name, such as `Staging (eu.example.com)`. If no environment
   * matches, the name is the host and path prefix.
   */
  nameOf(baseUrl: BaseUrl): string {
    const { name, kind } = this.placeAt(baseUrl);
    return kind === undefined ? name : `${name} (${baseUrl.label})`;
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  get #environments(): Environments {
    return withSandbox(this.#fromSettings, this.#sandbox.baseUrl);
  }
}
