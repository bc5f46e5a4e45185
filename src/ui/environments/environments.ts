import { Disposable, EventEmitter, workspace } from 'vscode';
import {
  type Environment,
  type Environments,
  type Guards,
  type Level,
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
import { type BaseUrl, readBaseUrl } from '../../service/index.ts';
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
      onDidChangeSettings(['environments', 'baseUrl', 'confirmStart'], readAgain),
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

  /** A sentence for each mistake in the settings of environments and guards. */
  get problems(): readonly string[] {
    return [...this.#ofSettings.problems, ...settings.confirmStartMistakes()];
  }

  /** Whose settings hold the first mistake in an environment. */
  get mistakenLevel(): Level | undefined {
    return this.#ofSettings.mistakenLevel;
  }

  /** The base URL of the connected service. */
  get connected(): BaseUrl | undefined {
    return this.#connected;
  }

  /** The connected environment; undefined if the base URL belongs to none. */
  get current(): Environment | undefined {
    return this.#connected && this.at(this.#connected.href);
  }

  /** The place of the connected service. */
  get place(): Place | undefined {
    return this.#connected && this.placeAt(this.#connected);
  }

  /** The same where it needs a name: there are environments, or the address is not the user's own. */
  get here(): Place | undefined {
    const { place } = this;
    return place !== undefined && (this.all.length > 0 || isOthers(place.level)) ? place : undefined;
  }

  /** Sets the base URL of the service that this window is connected to. */
  setConnected(baseUrl: BaseUrl | undefined): void {
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

  placeAt(baseUrl: BaseUrl): Place {
    return placeAt(this.#environments, baseUrl, settings.baseUrlLevel(baseUrl.href));
  }

  guardsAt(baseUrl: BaseUrl): Guards {
    return guardsAt(this.#environments, baseUrl);
  }

  /** The short name of the environment at a base URL, or of an address that is not the user's own. */
  titleAt(href: string): string | undefined {
    const reading = readBaseUrl(href);
    if (reading.kind === 'invalid') return undefined;
    const place = this.placeAt(reading.baseUrl);
    return place.kind !== undefined || isOthers(place.level) ? titleOf(place) : undefined;
  }

  /**
   * A service's name for people: `Staging (eu.example.com)`, `Theirs (workspace) · eu.example.com` where
   * only the workspace names it; without an environment host and path prefix, with the mark of a level that
   * is not the user's.
   */
  nameOf(baseUrl: BaseUrl): string {
    const place = this.placeAt(baseUrl);
    if (isOthers(place.level)) return titleOf(place);
    return place.kind === undefined ? place.name : `${place.name} (${baseUrl.label})`;
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
