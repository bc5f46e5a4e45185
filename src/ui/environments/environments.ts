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

/** The environments in the settings and the sandbox of this window, by base URL. */
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

  /** Describes each mistake in the settings for environments and guards in a sentence. */
  get problems(): readonly string[] {
    return [...this.#fromSettings.problems, settings.confirmStartProblem()].filter(
      (each) => each !== undefined,
    );
  }

  /** The base URL of the connected service. */
  get connected(): BaseUrl | undefined {
    return this.#connected;
  }

  /** The environment of the connected service. Undefined if its base URL is not an environment. */
  get current(): Environment | undefined {
    return this.#connected && this.at(this.#connected.href);
  }

  /** Name and guards of the connected service. */
  get place(): Place | undefined {
    return this.#connected && this.placeAt(this.#connected);
  }

  /**
   * Name and guards of the connected service, if there are environments or the workspace sets the
   * base URL.
   */
  get shownPlace(): Place | undefined {
    return this.all.length > 0 || settings.isBaseUrlOfWorkspace() ? this.place : undefined;
  }

  /** Sets the base URL of the service that this window is connected to. */
  setConnected(baseUrl: BaseUrl | undefined): void {
    this.#connected = baseUrl;
    this.#changed.fire();
  }

  /** Returns the environment at a base URL. */
  at(href: string): Environment | undefined {
    return environmentAt(this.#environments, { href });
  }

  /** Returns the environment with a name. */
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
   * Returns the name of the environment at a base URL, or the host if the workspace sets the base
   * URL.
   */
  titleAt(baseUrl: BaseUrl): string | undefined {
    const { name, kind } = this.placeAt(baseUrl);
    return kind !== undefined || settings.isBaseUrlOfWorkspace() ? name : undefined;
  }

  /**
   * Returns the display name of a service: `Staging (eu.example.com)`, or only the host and path
   * prefix.
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
