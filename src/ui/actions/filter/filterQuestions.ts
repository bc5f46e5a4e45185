import { l10n, window } from 'vscode';
import { type JobFilter, countNames, describeFilter, noValue } from '../../../model/browsing/jobFilter.ts';
import { me, personParts } from '../../../model/browsing/me.ts';
import type { NamePart } from '../../../model/jobs/members/jobMembers.ts';
import { oneLine } from '../../../text/inert.ts';
import { askForText, plain } from '../../feedback/notify.ts';
import type { Session } from '../../../model/session/session.ts';

/** Undefined if the question was dismissed. */
export type NewFilter = Promise<JobFilter | undefined>;

/** A part with one of a few values. */
export type OnePart = 'state' | 'startedWithin' | 'updatedWithin' | 'age' | 'silence';

interface OneOf<Part extends OnePart> {
  readonly title: string;
  readonly filter: JobFilter;
  readonly part: Part;
  readonly values: readonly JobFilter[Part][];
}

/** Asks for one of the values of a part, or any. */
export async function pickOne<Part extends OnePart>({ title, filter, part, values }: OneOf<Part>): NewFilter {
  const items = values.map((value) => ({ label: describeFilter({ [part]: value }), value }));
  const picked = await window.showQuickPick([{ label: any(), value: undefined }, ...items], { title });
  return picked && { ...filter, [part]: picked.value };
}

/** Asks which names a part may have, among those of the loaded jobs. */
export async function pickNames(
  { browsing, list }: Pick<Session, 'browsing' | 'list'>,
  title: string,
  part: NamePart,
): NewFilter {
  const { filter } = browsing;
  const isOfPeople = personParts.some((each) => each.part === part);
  const offered = [...(isOfPeople ? [me] : []), ...(filter[part] ?? [])];
  const items = [...countNames(part, list.state.rows ?? [], offered)].map(([name, count]) => ({
    name,
    label: plain(name === noValue || name === me ? describeFilter({ [part]: [name] }) : name),
    description: isOfPeople && name === me ? meText(browsing) : String(count),
    picked: filter[part]?.includes(name) ?? false,
  }));
  const picked = await window.showQuickPick(items, {
    title,
    canPickMany: true,
    placeHolder: l10n.t('Names of the loaded jobs; pick none for any'),
  });
  return picked && { ...filter, [part]: picked.length === 0 ? undefined : picked.map(({ name }) => name) };
}

/** Asks for the text that a name or the key has to contain. */
export async function askText(title: string, filter: JobFilter): NewFilter {
  const text = await askForText({ title, value: filter.text ?? '', prompt: l10n.t('Leave empty for any') });
  return text === undefined ? undefined : { ...filter, text: oneLine(text) || undefined };
}

/** Who the person of this window is, or that they are asked. */
export function meText({ identity }: Session['browsing']): string {
  return identity === undefined ? l10n.t('asks who you are') : plain(identity.name);
}

export function any(): string {
  return l10n.t('any');
}
