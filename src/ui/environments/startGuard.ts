import { Disposable, l10n } from 'vscode';
import { mustConfirm } from '../../model/environments/environment.ts';
import type { Workflow } from '../../model/jobs/workflows.ts';
import { type BaseUrl, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { settings } from '../connection/settings.ts';
import { notify } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';

/** A person's consent to one start. */
interface Permit {
  readonly href: string;
  readonly workflowKey: string;
}

/** Decides whether a start may be sent, for each way to start a job. */
export class StartGuard {
  readonly #environments: EnvironmentList;
  readonly #permits = new Set<Permit>();

  constructor(environments: EnvironmentList) {
    this.#environments = environments;
  }

  /** @throws {ServiceError} `notPermitted` if the base URL is read-only */
  requireWritable(baseUrl: BaseUrl): void {
    if (!this.#environments.guardsAt(baseUrl).isReadOnly) return;
    const isNamed = this.#environments.at(baseUrl.href) !== undefined;
    throw new ServiceError(
      'notPermitted',
      isNamed
        ? l10n.t('Jobs cannot be started in {0}: the environment is read-only.', this.#environments.nameOf(baseUrl))
        : l10n.t('Jobs cannot be started on {0}: an environment of the same host is read-only.', baseUrl.label),
      { advice: l10n.t('Switch to another environment, or change “readOnly” in the settings.') },
    );
  }

  /**
   * Asks for consent to a start if the settings require it.
   * @param isAlwaysAsked whether to ask even if they do not
   * @returns the permit for this start, to be disposed after it was sent or abandoned; undefined if the person declines
   * @throws {ServiceError} `notPermitted` if the base URL is read-only
   */
  async confirm(baseUrl: BaseUrl, workflow: Workflow, isAlwaysAsked = false): Promise<Disposable | undefined> {
    this.requireWritable(baseUrl);
    if (!isAlwaysAsked && !this.#mustConfirm(baseUrl)) return new Disposable(() => undefined);
    const start = this.#environments.at(baseUrl.href)?.kind === 'production' ? l10n.t('Start in Production') : l10n.t('Start');
    if ((await notify.ask(this.#question(baseUrl, workflow), start)) !== start) return undefined;
    const permit: Permit = { href: baseUrl.href, workflowKey: workflow.key };
    this.#permits.add(permit);
    return new Disposable(() => this.#permits.delete(permit));
  }

  /**
   * Consumes the permit of a start that is about to be sent. Refuses an unconfirmed start, so that no code path can start a
   * job without consent.
   * @throws {ServiceError} `notPermitted`
   */
  readonly permit = (baseUrl: BaseUrl, workflowKey: string): void => {
    this.requireWritable(baseUrl);
    if (!this.#mustConfirm(baseUrl)) return;
    const permit = [...this.#permits].find((each) => each.href === baseUrl.href && each.workflowKey === workflowKey);
    if (permit === undefined) {
      throw new ServiceError('notPermitted', l10n.t('No job was started in {0}: a start there has to be confirmed first.', this.#environments.nameOf(baseUrl)), {
        advice: l10n.t('“Start Job…” asks for it.'),
      });
    }
    this.#permits.delete(permit);
  };

  #mustConfirm(baseUrl: BaseUrl): boolean {
    return mustConfirm(settings.confirmStart(), this.#environments.guardsAt(baseUrl));
  }

  #question(baseUrl: BaseUrl, { key, name }: Workflow): string {
    const workflow = name === key ? l10n.t('“{0}”', oneLine(key)) : l10n.t('“{0}” ({1})', oneLine(name), oneLine(key));
    const service = this.#environments.nameOf(baseUrl);
    return this.#environments.at(baseUrl.href) === undefined
      ? l10n.t('Start a job of workflow {0} on {1}?', workflow, service)
      : l10n.t('Start a job of workflow {0} in {1}?', workflow, service);
  }
}
