export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What is wrong, in one sentence or two, and what the reader can do about it. */
export interface PageNotice {
  sentence: string;
  actions: ('refresh' | 'loadMore' | 'setApiKey' | 'setBaseUrl' | 'switchBack' | 'showLog')[];
}

/** The environment of a page's service: `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: 'development' | 'staging' | 'production';
}

/** What the reader opened and entered, by the ids of places of the page, and where they read. */
export interface ReadingPlace {
  open: string[];
  shownInFull: string[];
  /** Items shown of long lists. */
  shownCounts: [id: string, items: number][];
  /** What was typed and chosen. */
  inputs: [id: string, text: string][];
  /** CSS pixels from the top. */
  scroll: number;
}

/** Handed to a page in its HTML, as JSON. */
export interface PageBoot<State, Content> {
  /** What the page keeps, to be restored by. */
  state: State;
  /** BCP 47 tag of VS Code's display language. */
  language: string;
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: Record<string, string>;
  /** What the page shows at first. */
  content: Content;
  /** Of this HTML. It is the same again when the HTML is brought back, whose content may then be outdated. */
  id: string;
}
