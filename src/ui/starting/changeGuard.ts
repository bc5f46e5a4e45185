import { l10n } from 'vscode';
import { mustConfirm } from '../../model/starting/confirmation.ts';
import {
  type BaseUrl,
  type Change,
  type ChangeGuard,
  type ChangeWords,
  ServiceError,
} from '../../service/index.ts';
import { isolated, quoted } from '../../text/inert.ts';
import type { Initiator } from '../../model/starting/asker.ts';
import { settings } from '../connection/settings.ts';
import { notify } from '../feedback/notify.ts';
import type { EnvironmentList } from '../environments/environments.ts';

/** The guards of all changes in this window: its environments and the setting `confirmStart`. */
export function windowChangeGuard(environments: EnvironmentList): ChangeGuard<Initiator> {
  return {
    mustAsk: (baseUrl, { words }, { kind }) => {
      requireWritable(environments, baseUrl, words);
      return kind === 'chat' || mustConfirm(settings.confirmStart(), environments.guardsAt(baseUrl));
    },
    ask: (baseUrl, change, initiator) => askForChange(environments, baseUrl, change, initiator),
  };
}

/** @throws {ServiceError} `notPermitted` if the base URL is read-only */
export function requireWritable(environments: EnvironmentList, baseUrl: BaseUrl, words: ChangeWords): void {
  if (!environments.guardsAt(baseUrl).isReadOnly) return;
  const sentence =
    environments.at(baseUrl.href) === undefined
      ? words.readOnlyHost(baseUrl.label)
      : words.readOnly(environments.nameOf(baseUrl));
  const advice = l10n.t('Switch to another environment, or change “readOnly” in the settings.');
  throw new ServiceError('notPermitted', sentence, { advice });
}

async function askForChange(
  environments: EnvironmentList,
  baseUrl: BaseUrl,
  change: Change,
  initiator: Initiator,
): Promise<boolean> {
  const { words } = change;
  const isProduction = environments.at(baseUrl.href)?.kind === 'production';
  const yes = isProduction ? words.yesInProduction : words.yes;
  const question = words.question(await subjectText(change), environments.nameOf(baseUrl));
  const text =
    initiator.kind === 'folder' ? `${question}\n${l10n.t('{0} asks for it.', initiator.who)}` : question;
  // The first button has the focus, and Enter may have been meant for an editor, or for the picker before: a task
  // or an assistant asks at any time. VS Code does not focus a close button, so this button is not *Cancel*.
  return (await notify.ask(text, words.no, yes)) === yes;
}

async function subjectText({ subject: { key, nameOf } }: Change): Promise<string> {
  const name = await nameOf();
  return name === key
    ? l10n.t('“{0}”', quoted(key))
    : l10n.t('“{0}” ({1})', isolated(quoted(name)), quoted(key));
}
