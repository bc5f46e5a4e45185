import { Disposable, l10n, workspace } from 'vscode';
import { mustAskFor, mustConfirm } from '../../model/environments/environment.ts';
import type { Workflow } from '../../model/jobs/workflows.ts';
import { type Memory, readStoredList } from '../../model/util/memory.ts';
import { textSchema } from '../../model/util/schemas.ts';
import { type BaseUrl, ServiceError } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { settings } from '../connection/settings.ts';
import { notify } from '../feedback/notify.ts';
import type { EnvironmentList } from './environments.ts';

/**
 * Who asks for a start: a person in our picker or in a chat that named it; a chat that did not; or a task or a command with
 * arguments, which no person may have picked, in words for the question.
 */
export type Asker = { readonly kind: 'person' | 'chat' } | { readonly kind: 'folder'; readonly who: string };

/** One start that may be sent. */
interface Permit {
  readonly href: string;
  readonly workflowKey: string;
  readonly isConfirmed: boolean;
}

const allowedName = 'folderStarts.allowed';

/** Decides whether a start may be sent, for each way to start a job. */
export class StartGuard {
  readonly #environments: EnvironmentList;
  readonly #workspaceMemory: Memory;
  readonly #permits = new Set<Permit>();

  constructor(environments: EnvironmentList, workspaceMemory: Memory) {
    this.#environments = environments;
    this.#workspaceMemory = workspaceMemory;
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
   * Asks for consent to a start if the settings or its asker require it.
   * @returns the permit for this start, to be disposed after it was sent or abandoned; undefined if the person declines
   * @throws {ServiceError} `notPermitted` if the base URL is read-only
   */
  async confirm(baseUrl: BaseUrl, workflow: Workflow, asker: Asker): Promise<Disposable | undefined> {
    this.requireWritable(baseUrl);
    const isConfirmed = this.#mustConfirm(baseUrl) || asker.kind === 'chat';
    const isAgreed = isConfirmed ? await this.#askForStart(baseUrl, workflow, asker) : asker.kind !== 'folder' || (await this.#askForFolder(baseUrl, workflow, asker.who));
    if (!isAgreed) return undefined;
    const permit: Permit = { href: baseUrl.href, workflowKey: workflow.key, isConfirmed };
    this.#permits.add(permit);
    return new Disposable(() => this.#permits.delete(permit));
  }

  /**
   * Consumes the permit of a start that is about to be sent. Refuses a start without one, or one that has to be confirmed since,
   * so that no code path can start a job without what the guards ask.
   * @throws {ServiceError} `notPermitted`
   */
  readonly permit = (baseUrl: BaseUrl, workflowKey: string): void => {
    this.requireWritable(baseUrl);
    const mustBeConfirmed = this.#mustConfirm(baseUrl);
    const permit = [...this.#permits].find((each) => each.href === baseUrl.href && each.workflowKey === workflowKey && (each.isConfirmed || !mustBeConfirmed));
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

  async #askForStart(baseUrl: BaseUrl, workflow: Workflow, asker: Asker): Promise<boolean> {
    const environment = this.#environments.at(baseUrl.href);
    const start = environment?.kind === 'production' ? l10n.t('Start in Production') : l10n.t('Start');
    const service = this.#environments.nameOf(baseUrl);
    const question =
      environment === undefined
        ? l10n.t('Start a job of workflow {0} on {1}?', workflowText(workflow), service)
        : l10n.t('Start a job of workflow {0} in {1}?', workflowText(workflow), service);
    if (asker.kind !== 'folder') return (await notify.ask(question, start)) === start;
    // The first button has the focus, and a question that no person expects may be answered by a key that was meant for an editor.
    return (await notify.ask(`${question} ${l10n.t('{0} asks for it.', asker.who)}`, l10n.t('Do Not Start'), start)) === start;
  }

  /** Asks once per workspace and service whether its tasks and commands may start jobs. */
  async #askForFolder({ href, ...baseUrl }: BaseUrl, workflow: Workflow, who: string): Promise<boolean> {
    const allowed = readStoredList(textSchema, this.#workspaceMemory.get(allowedName));
    if (allowed.includes(href) || !mustAskFor(this.#environments.at(href), { href, ...baseUrl })) return true;
    const service = this.#environments.nameOf({ href, ...baseUrl });
    const [once, allow] = [l10n.t('Start Once'), workspace.workspaceFile === undefined ? l10n.t('Allow for This Folder') : l10n.t('Allow for This Workspace')];
    const question = workspace.workspaceFile === undefined ? l10n.t('Let tasks and commands of this folder start jobs on {0}?', service) : l10n.t('Let tasks and commands of this workspace start jobs on {0}?', service);
    const wanted = l10n.t('{0} asks to start workflow {1}.', who, workflowText(workflow));
    // A window without a folder has nothing that the consent could belong to.
    const chosen = await notify.ask(`${question} ${wanted}`, l10n.t('Do Not Start'), once, ...(workspace.workspaceFolders === undefined ? [] : [allow]));
    if (chosen === allow) this.#workspaceMemory.set(allowedName, [...allowed, href]);
    return chosen === once || chosen === allow;
  }
}

function workflowText({ key, name }: Workflow): string {
  return name === key ? l10n.t('“{0}”', quoted(key)) : l10n.t('“{0}” ({1})', quoted(name), quoted(key));
}

/** A name or key that cannot end the quotes around it. */
export function quoted(text: string): string {
  return oneLine(text, 60).replace(/["\u201c-\u201f]/g, '\\$&');
}
