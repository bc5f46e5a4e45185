import {
  type InputBox,
  type QuickInput,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import { joinNonEmpty } from '../../text/list.ts';
import { escapeIcons } from '../feedback/notify.ts';

/** A choice in a quick pick. The quick pick shows the name and returns the key. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Additional text, shown between the name and the key. */
  readonly about?: string;
  /** Label of the group in which the quick pick lists the key. */
  readonly group: string;
}

interface KeyPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly KeyChoice[];
  /** Initial value of the input field. */
  readonly typed?: string;
  /** Allows the user to enter a key that is not in the list. */
  readonly free?: {
    /** Label of the row that accepts the typed key. */
    readonly useTyped: string;
    /** Returns an error message if the typed key is invalid. */
    readonly problem?: (key: string) => string | undefined;
    /** True if Enter accepts the typed key instead of a listed key that contains the typed text. */
    readonly isPreferred?: boolean;
  };
}

interface KeyItem extends QuickPickItem {
  /** Key to return. Undefined for rows that cannot be accepted, such as separators. */
  readonly key?: string;
}

/** Maximum number of listed keys, because VS Code receives all keys on each keystroke. */
const maxChoices = 10_000;

/** Asks for a listed key, or for any key if `free` is set. Resolves to undefined if canceled. */
export async function pickKey({
  title,
  placeholder,
  choices,
  typed: initial = '',
  free,
}: KeyPickOptions): Promise<string | undefined> {
  const pick = window.createQuickPick<KeyItem>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.matchOnDescription = true;
  const known = choiceItems(choices.slice(0, maxChoices));
  /** Row that Enter accepts right after typing, usually the row with the typed key. */
  let exact: KeyItem | undefined;
  let wasExactActive = false;
  const offer = () => {
    const typed = pick.value.trim();
    exact = known.find(({ key }) => key === typed);
    // The row for the typed key comes last, so that the indexes of the other rows do not change. VS
    // Code identifies the accepted row by its index in the previous list.
    const typedRow = exact === undefined ? typedItem(typed, free) : undefined;
    pick.items = typedRow === undefined ? known : [...known, typedRow];
    if (free?.isPreferred && typedRow?.key !== undefined) exact = typedRow;
    wasExactActive = false;
    if (exact !== undefined) pick.activeItems = [exact];
  };
  pick.value = initial;
  offer();
  pick.onDidChangeValue(offer);
  pick.onDidChangeActive(([active]) => {
    if (active === exact) wasExactActive = true;
  });
  return showInput(pick, () => {
    // Right after typing, Enter may accept VS Code's first match instead of the exact match. In
    // this case, returns the exact match, because the user had no time to select another row.
    if (exact !== undefined && !wasExactActive) return exact.key;
    return pick.selectedItems[0]?.key ?? typedItem(pick.value.trim(), free)?.key;
  });
}

/**
 * Shows an input box or a quick pick. Resolves to the return value of `read` when the user presses
 * Enter, or to undefined if the user cancels. If `read` returns undefined, the input stays open.
 */
export async function showInput<Value>(
  input: Pick<QuickInput, 'onDidHide' | 'show' | 'dispose'> & Pick<InputBox, 'onDidAccept'>,
  read: () => Value | undefined,
): Promise<Value | undefined> {
  const { promise, resolve } = Promise.withResolvers<Value | undefined>();
  input.onDidAccept(() => {
    const value = read();
    if (value !== undefined) resolve(value);
  });
  input.onDidHide(() => resolve(undefined));
  input.show();
  try {
    return await promise;
  } finally {
    input.dispose();
  }
}

/** Converts choices to quick pick items, with a separator above each group. */
function choiceItems(choices: readonly KeyChoice[]): KeyItem[] {
  const items: KeyItem[] = [];
  let heading: string | undefined;
  for (const { key, name, about, group } of choices) {
    if (group !== heading) items.push({ label: group, kind: QuickPickItemKind.Separator });
    heading = group;
    const description = joinNonEmpty(
      ' · ',
      about && escapeIcons(about),
      name === key ? undefined : escapeIcons(key),
    );
    items.push({ label: escapeIcons(name), description, key });
  }
  return items;
}

/**
 * Returns a row that accepts the typed key, or an error row if the key is invalid. The key is part
 * of the description, because VS Code lists rows with a matching label first.
 */
function typedItem(typed: string, free: KeyPickOptions['free']): KeyItem | undefined {
  if (free === undefined || typed === '') return undefined;
  const problem = free.problem?.(typed);
  if (problem !== undefined)
    return { label: problem, iconPath: new ThemeIcon('error'), alwaysShow: true };
  const description = escapeIcons(`“${typed}”`);
  return {
    label: free.useTyped,
    description,
    iconPath: new ThemeIcon('edit'),
    alwaysShow: true,
    key: typed,
  };
}
