import {
  type InputBox,
  type QuickPick,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import { type KeyChoice, isMatch, offeredChoices } from '../../model/jobs/keyChoices.ts';
import { plain } from '../feedback/notify.ts';

interface KeyPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly KeyChoice[];
  /** The initial text. */
  readonly typed?: string;
  /** Present if other keys than the choices may be typed. */
  readonly free?: {
    /** Label of the row that accepts the typed key. */
    readonly useTyped: (key: string) => string;
    /** Why a typed key is invalid. */
    readonly problem: (key: string) => string | undefined;
    /** Whether Enter accepts the typed key in preference to a choice that contains it. */
    readonly isPreferred?: boolean;
  };
}

interface KeyItem extends QuickPickItem {
  readonly key?: string;
}

/** Asks for a key: one of the choices or, if allowed, a typed one. Resolves to undefined when dismissed. */
export async function pickKey(options: KeyPickOptions): Promise<string | undefined> {
  const pick = window.createQuickPick<KeyItem>();
  pick.title = options.title;
  pick.placeholder = options.placeholder;
  pick.matchOnDescription = true;
  /** The row of a key that is typed in full. */
  let exact: KeyItem | undefined;
  let wasExactActive = false;
  const offer = () => {
    pick.items = itemsFor(pick.value, options);
    const typed = pick.value.trim();
    exact = pick.items.find(({ key, label }) => key === typed && (label !== '' || options.free?.isPreferred));
    wasExactActive = false;
    if (exact !== undefined) pick.activeItems = [exact];
  };
  pick.value = options.typed ?? '';
  offer();
  pick.onDidChangeValue(offer);
  pick.onDidChangeActive(([active]) => (wasExactActive ||= active?.key === exact?.key));
  return answerOf(pick, () => {
    // Enter right after the last letter accepts VS Code's own first match; a person can choose another row
    // only once the typed one was active.
    if (exact !== undefined && !wasExactActive) return exact.key;
    // Ignores a selected row that no longer matches, because Enter may have hit an outdated list.
    return pick.selectedItems.find(({ alwaysShow }) => alwaysShow)?.key;
  });
}

/** Shows an input until it is accepted with an answer, to which it resolves, or dismissed. */
export async function answerOf(
  input: InputBox | QuickPick<KeyItem>,
  read: () => string | undefined,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  input.onDidAccept(() => {
    const answer = read();
    if (answer !== undefined) resolve(answer);
  });
  input.onDidHide(() => resolve(undefined));
  input.show();
  try {
    return await promise;
  } finally {
    input.dispose();
  }
}

/**
 * The choices in a fixed order, then the typed key. VS Code would hide non-matching rows and sort rows by
 * matches in their labels; to prevent this, matches are always shown, and all other rows have no label.
 */
function itemsFor(value: string, { choices, free }: KeyPickOptions): KeyItem[] {
  const typed = value.trim();
  const items: KeyItem[] = [];
  const problem = free?.problem(typed);
  const refusal: KeyItem = {
    label: '',
    description: problem ?? '',
    iconPath: new ThemeIcon('error'),
    alwaysShow: true,
  };
  // First, so that Enter on a blank text selects no choice.
  if (problem !== undefined && value !== '' && typed === '') items.push(refusal);
  let group: string | undefined;
  for (const choice of offeredChoices(choices, typed)) {
    if (choice.group !== group) items.push({ label: choice.group, kind: QuickPickItemKind.Separator });
    group = choice.group;
    const { key } = choice;
    items.push(
      isMatch(choice, typed)
        ? {
            label: plain(choice.name),
            description: choice.name === key ? '' : plain(key),
            alwaysShow: true,
            key,
          }
        : { label: '', key },
    );
  }
  if (free !== undefined && typed !== '' && !choices.some(({ key }) => key === typed)) {
    items.push(
      problem === undefined
        ? {
            label: '',
            description: free.useTyped(plain(typed)),
            iconPath: new ThemeIcon('edit'),
            alwaysShow: true,
            key: typed,
          }
        : refusal,
    );
  }
  return items;
}
