import { l10n, workspace } from 'vscode';
import { levelOf, mustAskFor, mustConfirm } from '../../model/environments/environment.ts';
import type { Workflow } from '../../model/jobs/workflows.ts';
import type { BaseUrl, Consent, StartGuard } from '../../service/index.ts';
import { isolated, quoted } from '../../text/inert.ts';
import type { Initiator } from '../connection/connectedService.ts';
import type { Credentials } from '../connection/credentials.ts';
import { settings } from '../connection/settings.ts';
import { notify, offers } from '../feedback/notify.ts';
import { GuardError } from '../feedback/report.ts';
import type { EnvironmentList } from './environments.ts';

interface StartGuardOptions {
  readonly environments: EnvironmentList;
  readonly credentials: Pick<Credentials, 'folderStarts'>;
  /** The workflow of a key, for the question. */
  readonly workflowOf: (baseUrl: BaseUrl, key: string) => Promise<Workflow>;
}

/** The guards of all starts of this window, by its settings and what its person allowed. */
export function windowStartGuard(options: StartGuardOptions): StartGuard<Initiator> {
  return {
    needed: (baseUrl, initiator) => neededConsent(options, baseUrl, initiator),
    ask: async (baseUrl, workflowKey, initiator, consent) => {
      const workflow = workflowText(await options.workflowOf(baseUrl, workflowKey));
      return consent === 'folder' && initiator.kind === 'folder'
        ? askForFolder(options, baseUrl, workflow, initiator.who)
        : askForStart(options, baseUrl, workflow, initiator);
    },
  };
}

function neededConsent(
  { environments, credentials }: StartGuardOptions,
  baseUrl: BaseUrl,
  { kind }: Initiator,
): Consent {
  requireWritable(environments, baseUrl);
  const isConfirmed = mustConfirm(settings.confirmStart(), environments.guardsAt(baseUrl));
  if (kind === 'chat' || isConfirmed) return 'confirmation';
  if (kind === 'person' || !mustAskFor(environments.at(baseUrl.href), baseUrl)) return 'none';
  return credentials.folderStarts.given.includes(baseUrl.href) ? 'none' : 'folder';
}

/** @throws {ServiceError} `notPermitted` if the base URL is read-only */
export function requireWritable(environments: EnvironmentList, baseUrl: BaseUrl): void {
  const { isReadOnly, readOnlyBy } = environments.guardsAt(baseUrl);
  if (!isReadOnly) return;
  const environment = environments.at(baseUrl.href);
  const sentence =
    environment === undefined
      ? l10n.t('Jobs cannot be started on {0}: an environment of the same host is read-only.', baseUrl.label)
      : l10n.t('Jobs cannot be started in {0}: the environment is read-only.', environments.nameOf(baseUrl));
  const level = readOnlyBy ?? (environment && levelOf(environment));
  const advice = l10n.t('Switch to another environment, or change “readOnly” in the settings.');
  throw new GuardError(level ?? 'user', sentence, advice);
}

async function askForStart(
  { environments }: StartGuardOptions,
  baseUrl: BaseUrl,
  workflow: string,
  initiator: Initiator,
): Promise<boolean> {
  const environment = environments.at(baseUrl.href);
  const isProduction = environment?.kind === 'production';
  const start = isProduction ? l10n.t('Start in Production') : l10n.t('Start');
  const service = environments.nameOf(baseUrl);
  const question = l10n.t('Start a job of workflow {0} on {1}?', workflow, service);
  const isUnexpected = initiator.kind === 'folder';
  if (!isUnexpected && !isProduction) return offers(notify.ask, question, start);
  // The first button has the focus, and Enter may have been meant for an editor, or for the picker before.
  const text = isUnexpected ? `${question}\n${l10n.t('{0} asks for it.', initiator.who)}` : question;
  return (await notify.ask(text, l10n.t('Do Not Start'), start)) === start;
}

/** Asks once per workspace and service whether its tasks and commands may start jobs. */
async function askForFolder(
  { environments, credentials }: StartGuardOptions,
  baseUrl: BaseUrl,
  workflow: string,
  who: string,
): Promise<boolean> {
  const service = environments.nameOf(baseUrl);
  const isFolder = workspace.workspaceFile === undefined;
  const [once, allow] = [
    l10n.t('Start Once'),
    isFolder ? l10n.t('Allow for This Folder') : l10n.t('Allow for This Workspace'),
  ];
  const question = isFolder
    ? l10n.t('Let tasks and commands of this folder start jobs on {0}?', service)
    : l10n.t('Let tasks and commands of this workspace start jobs on {0}?', service);
  const wanted = l10n.t('{0} asks to start workflow {1}.', who, workflow);
  // A window without a folder has nothing that the consent could belong to.
  const chosen = await notify.ask(
    `${question}\n${wanted}`,
    l10n.t('Do Not Start'),
    once,
    ...(workspace.workspaceFolders === undefined ? [] : [allow]),
  );
  if (chosen === allow) credentials.folderStarts.give(baseUrl.href);
  return chosen === once || chosen === allow;
}

function workflowText({ key, name }: Workflow): string {
  return name === key
    ? l10n.t('“{0}”', quoted(key))
    : l10n.t('“{0}” ({1})', isolated(quoted(name)), quoted(key));
}
