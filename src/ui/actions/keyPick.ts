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

/** A key in a quick pick, listed by its name. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Text to show between the name and the key. */
  readonly about?: string;
  /** Heading of the group that contains the key. */
  readonly group: string;
}

interface KeyPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly KeyChoice[];
  /** The initial text. */
  readonly typed?: string;
  /** Allows the user to enter keys that are not among the choices. */
  readonly free?: {
    /** Label of the row that accepts the typed key. */
    readonly useTyped: string;
    /** Returns a sentence that explains why a typed key is invalid. */
    readonly problem?: (key: string) => string | undefined;
    /** If true, Enter accepts the typed key instead of a choice that contains it. */
    readonly isPreferred?: boolean;
  };
}

interface KeyItem extends QuickPickItem {
  /** Undefined for rows that cannot be selected, such as separators. */
  readonly key?: string;
}

/**
 * Maximum number of keys to list. VS Code sends all of them to the window with each typed letter.
 */
const maxChoices = 10_000;

/**
 * Asks the user to select a key. If `free` is set, the user can also type a key. Resolves to
 * undefined if the user cancels.
 */
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
  /** Row whose key equals the typed text. */
  let exact: KeyItem | undefined;
  let wasExactActive = false;
  const offer = () => {
    const typed = pick.value.trim();
    exact = known.find(({ key }) => key === typed);
    // The typed row is last, because VS Code identifies the accepted row by its index in the
    // previous list.
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
    // If the user presses Enter right after typing, VS Code selects its first match. Before the
    // exact row has been active, the user cannot have selected a different row, so the exact row is
    // used.
    if (exact !== undefined && !wasExactActive) return exact.key;
    return pick.selectedItems[0]?.key ?? typedItem(pick.value.trim(), free)?.key;
  });
}

/**
 * Shows an input box or a quick pick. Resolves to the value that `read` returns when the user
 * presses Enter, or to undefined if the user cancels.
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

/** Returns the items of a quick pick, with a separator above each group. */
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
 * Returns a row that accepts the typed key, or a row that explains why the key is invalid. The key
 * is in the description, because VS Code lists rows with a match in the label first.
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
