import {
  type InputBox,
  type QuickInput,
  type QuickPickItem,
  QuickPickItemKind,
  ThemeIcon,
  window,
} from 'vscode';
import { joined } from '../../text/list.ts';
import { plain } from '../feedback/notify.ts';

/** A key that can be picked by its name. */
export interface KeyChoice {
  readonly key: string;
  readonly name: string;
  /** Shown beside the name, before the key. */
  readonly about?: string;
  /** Heading under which the choice is listed. */
  readonly group: string;
}

interface KeyPickOptions {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly KeyChoice[];
  /** The initial text. */
  readonly typed?: string;
  /** Present if other keys than the choices may be typed. */
  readonly free?: {
    /** Label of the row that accepts the typed key. */
    readonly useTyped: string;
    /** Why a typed key is invalid. */
    readonly problem?: (key: string) => string | undefined;
    /** Whether Enter accepts the typed key in preference to a choice that contains it. */
    readonly isPreferred?: boolean;
  };
}

interface KeyItem extends QuickPickItem {
  /** Absent from a row that cannot be accepted. */
  readonly key?: string;
}

/** Most choices to offer, because each typed letter sends all of them to the window. */
const mostChoices = 10_000;

/** Asks for a key: one of the choices or, if allowed, a typed one. Resolves to undefined when dismissed. */
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
  const known = choiceItems(choices.slice(0, mostChoices));
  /** The row of a key that is typed in full. */
  let exact: KeyItem | undefined;
  let wasExactActive = false;
  const typedKey = () => pick.value.trim();
  const offer = () => {
    const typed = typedKey();
    const knownExact = typed === '' ? undefined : known.find(({ key }) => key === typed);
    // Last, because VS Code names the accepted row by its index, also in a list that has changed since.
    const others = knownExact !== undefined || typed === '' ? [] : typedItems(typed, free);
    pick.items = [...known, ...others];
    exact = knownExact ?? (free?.isPreferred ? others.find(({ key }) => key !== undefined) : undefined);
    wasExactActive = false;
    if (exact !== undefined) pick.activeItems = [exact];
  };
  pick.value = initial;
  offer();
  pick.onDidChangeValue(offer);
  pick.onDidChangeActive(([active]) => {
    if (active === exact) wasExactActive = true;
  });
  return answerOf(pick, () => {
    // Enter right after the last letter accepts VS Code's own first match; a person can choose another row
    // only once the typed one was active.
    if (exact !== undefined && !wasExactActive) return exact.key;
    const [accepted] = pick.selectedItems;
    if (accepted?.key !== undefined) return accepted.key;
    return typedItems(typedKey(), free)[0]?.key;
  });
}

/** Shows an input until it is accepted with an answer, to which it resolves, or dismissed. */
export async function answerOf<Answer>(
  input: Pick<QuickInput, 'onDidHide' | 'show' | 'dispose'> & Pick<InputBox, 'onDidAccept'>,
  read: () => Answer | undefined,
): Promise<Answer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
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

/** The rows of choices, under their headings. */
function choiceItems(choices: readonly KeyChoice[]): KeyItem[] {
  const items: KeyItem[] = [];
  let heading: string | undefined;
  for (const { key, name, about, group } of choices) {
    if (group !== heading) items.push({ label: group, kind: QuickPickItemKind.Separator });
    heading = group;
    const description = joined(' · ', about && plain(about), name === key ? undefined : plain(key));
    items.push({ label: plain(name), description, key });
  }
  return items;
}

/**
 * The row of a typed key, or of the reason why it is invalid. The key is in the description, because VS Code
 * puts rows with a match in their label before the others.
 */
function typedItems(typed: string, free: KeyPickOptions['free']): KeyItem[] {
  if (free === undefined || typed === '') return [];
  const problem = free.problem?.(typed);
  return problem === undefined
    ? [
        {
          label: free.useTyped,
          description: plain(`“${typed}”`),
          iconPath: new ThemeIcon('edit'),
          alwaysShow: true,
          key: typed,
        },
      ]
    : [{ label: problem, iconPath: new ThemeIcon('error'), alwaysShow: true }];
}
