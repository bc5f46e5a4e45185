import * as l10n from '@vscode/l10n';
import type { WebviewApi } from 'vscode-webview';
import type { PageBoot, ReadingPlace } from '../../protocol/page.ts';
import { setLanguage } from '../../text/language.ts';

/** A started page. */
export interface StartedPage<State, Content> {
  readonly main: HTMLElement;
  readonly boot: PageBoot<State, Content>;
  /** False if VS Code shows the same HTML again, whose content may be outdated. */
  readonly isFresh: boolean;
  readonly kept: ReadingPlace | undefined;
  readonly save: (place: ReadingPlace) => void;
  /** Stores another state, where the page becomes one of something else. */
  readonly turnTo: (state: State) => void;
}

interface StartOptions<State, Content> {
  /** The text for a page that cannot start. */
  readonly failure: () => string;
  /** Whether the stored state belongs to this page. */
  readonly isKept: (kept: Partial<State>, state: State) => boolean;
  readonly start: (started: StartedPage<State, Content>) => void;
}

interface KeptState {
  readonly html: string;
  readonly place: ReadingPlace;
}

/** Starts a page with the data in its HTML and the saved reading place. */
export function startPage<State, Content>(host: WebviewApi<unknown>, page: Document, { failure, isKept, start }: StartOptions<State, Content>): void {
  const main = page.getElementById('page') ?? page.body;
  try {
    const boot = JSON.parse(page.getElementById('boot')?.textContent ?? '') as PageBoot<State, Content>;
    l10n.config({ contents: boot.translations });
    page.documentElement.lang = usableLanguage(boot.language);
    setLanguage(page.documentElement.lang);
    main.tabIndex = -1;
    const stored = (host.getState() ?? {}) as Partial<State> & Partial<KeptState>;
    const { html, place: kept } = isKept(stored, boot.state) ? stored : {};
    let state = { ...boot.state, html: boot.id };
    const turnTo = (next: State) => host.setState((state = { ...next, html: boot.id }));
    host.setState(kept === undefined ? state : { ...state, place: kept });
    start({ main, boot, isFresh: html !== boot.id, kept, save: (place) => host.setState({ ...state, place }), turnTo });
  } catch {
    main.textContent = failure();
  }
}

/** The language as `Intl` accepts it, else English. */
function usableLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
