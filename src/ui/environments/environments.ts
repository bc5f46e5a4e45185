import { Disposable, EventEmitter, l10n, workspace } from 'vscode';
import {
  environmentAt,
  environmentNamed,
  guardsAt,
  isOthers,
  placeAt,
  readEnvironments,
  titleOf,
  withSandbox,
} from '../../model/environments/environment.ts';
import { type BaseUrl, ServiceError } from '../../service/index.ts';
import { quoted } from '../../text/inert.ts';
import type { ConnectedService, Connection } from '../connection/connection.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';

export type EnvironmentList = ReturnType<typeof createEnvironmentList>;

/** The environments of the settings and the sandbox of this window, identified by base URL. */
export function createEnvironmentList(connection: Connection) {
  const changed = new EventEmitter<void>();
  const read = () => readEnvironments(settings.environments());
  let ofSettings = read();
  const readAgain = () => {
    ofSettings = read();
    changed.fire();
  };
  const subscriptions = Disposable.from(
    onDidChangeSettings(['environments'], readAgain),
    workspace.onDidGrantWorkspaceTrust(readAgain),
    connection.onDidChange(() => changed.fire()),
    connection.sandbox.onDidChange(() => changed.fire()),
    changed,
  );

  const environments = () => withSandbox(ofSettings, connection.sandbox.baseUrl);
  /** The environment at a base URL. */
  const at = (href: string) => environmentAt(environments(), { href });
  const placeOf = (baseUrl: BaseUrl) => placeAt(environments(), baseUrl);
  const connected = () => (connection.state.kind === 'ready' ? connection.state.client.baseUrl : undefined);
  return {
    /** Fires when the environments, or the connected one, may have changed. */
    onDidChange: changed.event,
    at,
    placeAt: placeOf,
    get all() {
      return environments().list;
    },
    /** A sentence for each invalid entry of the settings. */
    get problems() {
      return environments().problems;
    },
    /** The connected environment; undefined if the base URL belongs to none. */
    get current() {
      const baseUrl = connected();
      return baseUrl && at(baseUrl.href);
    },
    /** The place of the connected service; undefined without a service or environments. */
    get here() {
      const baseUrl = connected();
      return baseUrl && placeOf(baseUrl);
    },

    /**
     * The service of an environment that a task, a command or a link names, connected or not; without a name
     * the connected one.
     * @throws {ServiceError} `notPermitted` for an unknown name, `notConfigured`
     */
    serviceOf(name: string | undefined): ConnectedService {
      if (name === undefined) return connection.require();
      const environment = environmentNamed(environments(), name);
      if (environment !== undefined) return connection.serviceAt(environment.baseUrl);
      const known = environments()
        .list.map((each) => quoted(each.name))
        .join(', ');
      throw new ServiceError('notPermitted', l10n.t('No environment is named “{0}”.', quoted(name)), {
        advice: known && l10n.t('Known: {0}.', known),
      });
    },

    /** The short name of the environment at a base URL. */
    titleAt(href: string): string | undefined {
      const environment = at(href);
      return environment && titleOf(environment);
    },

    guardsAt: (baseUrl: BaseUrl) => guardsAt(environments(), baseUrl),

    /**
     * A service's name for people: `Staging (eu.example.com)`, `Theirs (workspace) · eu.example.com` where
     * only the workspace names it, or only host and path prefix without an environment.
     */
    nameOf(baseUrl: BaseUrl): string {
      const environment = at(baseUrl.href);
      if (environment === undefined) return baseUrl.label;
      return isOthers(environment.level) ? titleOf(environment) : `${environment.name} (${baseUrl.label})`;
    },

    dispose: () => void subscriptions.dispose(),
  };
}
