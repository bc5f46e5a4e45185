import { l10n, workspace } from 'vscode';
import { levelOf, mustAskFor, mustConfirm } from '../../model/environments/environment.ts';
import type { BaseUrl, Change, ChangeGuard, ChangeWords, Consent, FolderWords } from '../../service/index.ts';
import { isolated, quoted } from '../../text/inert.ts';
import type { Initiator } from '../../model/session/initiator.ts';
import type { Credentials } from '../connection/credentials.ts';
import { settings } from '../connection/settings.ts';
import { notify } from '../feedback/notify.ts';
import { GuardError } from '../feedback/report.ts';
import type { EnvironmentList } from './environments.ts';

interface ChangeGuardOptions {
  readonly environments: EnvironmentList;
  readonly credentials: Pick<Credentials, FolderWords['consent']>;
}

/** The guards of all changes of this window, by its settings and what its person allowed. */
export function windowChangeGuard(options: ChangeGuardOptions): ChangeGuard<Initiator> {
  return {
    needed: (baseUrl, change, initiator) => neededConsent(options, baseUrl, change, initiator),
    ask: async (baseUrl, change, initiator, consent) => {
      const { words } = change;
      const asked = { words, baseUrl, subject: await subjectText(change) };
      return consent === 'folder' && initiator.kind === 'folder' && words.folder !== undefined
        ? askForFolder(options, asked, words.folder, initiator.who)
        : askForChange(options, asked, initiator);
    },
  };
}

function neededConsent(
  { environments, credentials }: ChangeGuardOptions,
  baseUrl: BaseUrl,
  { words }: Change,
  { kind }: Initiator,
): Consent {
  requireWritable(environments, baseUrl, words);
  const isConfirmed = mustConfirm(settings.confirmStart(), environments.guardsAt(baseUrl));
  if (kind === 'chat' || isConfirmed) return 'confirmation';
  if (kind === 'person' || !mustAskFor(environments.at(baseUrl.href), baseUrl)) return 'none';
  if (words.folder === undefined) return 'confirmation';
  return credentials[words.folder.consent].given.includes(baseUrl.href) ? 'none' : 'folder';
}

/** @throws {ServiceError} `notPermitted` if the base URL is read-only */
export function requireWritable(environments: EnvironmentList, baseUrl: BaseUrl, words: ChangeWords): void {
  const { isReadOnly, readOnlyBy } = environments.guardsAt(baseUrl);
  if (!isReadOnly) return;
  const environment = environments.at(baseUrl.href);
  const sentence =
    environment === undefined
      ? words.readOnlyHost(baseUrl.label)
      : words.readOnly(environments.nameOf(baseUrl));
  const level = readOnlyBy ?? (environment && levelOf(environment));
  const advice = l10n.t('Switch to another environment, or change “readOnly” in the settings.');
  throw new GuardError(level ?? 'user', sentence, advice);
}

/** What a question is about. */
interface Asked {
  readonly words: ChangeWords;
  readonly baseUrl: BaseUrl;
  readonly subject: string;
}

async function askForChange(
  { environments }: ChangeGuardOptions,
  { words, baseUrl, subject }: Asked,
  initiator: Initiator,
): Promise<boolean> {
  const isProduction = environments.at(baseUrl.href)?.kind === 'production';
  const yes = isProduction ? words.yesInProduction : words.yes;
  const question = words.question(subject, environments.nameOf(baseUrl));
  const text =
    initiator.kind === 'folder' ? `${question}\n${l10n.t('{0} asks for it.', initiator.who)}` : question;
  // The first button has the focus, and Enter may have been meant for an editor, or for the picker before: a task
  // or an assistant asks at any time. VS Code does not focus a close button, so this button is not *Cancel*.
  return (await notify.ask(text, words.no, yes)) === yes;
}

/** Asks once per workspace and service whether its tasks and commands may do it. */
async function askForFolder(
  { environments, credentials }: ChangeGuardOptions,
  { words, baseUrl, subject }: Asked,
  folder: FolderWords,
  who: string,
): Promise<boolean> {
  const service = environments.nameOf(baseUrl);
  const isFolder = workspace.workspaceFile === undefined;
  const allow = isFolder ? l10n.t('Allow for This Folder') : l10n.t('Allow for This Workspace');
  const question = isFolder ? folder.ofFolder(service) : folder.ofWorkspace(service);
  // A window without a folder has nothing that the consent could belong to.
  const chosen = await notify.ask(
    `${question}\n${folder.wanted(who, subject)}`,
    words.no,
    folder.once,
    ...(workspace.workspaceFolders === undefined ? [] : [allow]),
  );
  if (chosen === allow) credentials[folder.consent].give(baseUrl.href);
  return chosen === folder.once || chosen === allow;
}

async function subjectText({ subject: { key, nameOf } }: Change): Promise<string> {
  const name = await nameOf();
  return name === key
    ? l10n.t('“{0}”', quoted(key))
    : l10n.t('“{0}” ({1})', isolated(quoted(name)), quoted(key));
}
