export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A problem in one or two sentences, with remedies. */
export interface PageNotice {
  sentence: string;
  actions: ('refresh' | 'loadMore' | 'setApiKey' | 'setBaseUrl' | 'switchTo' | 'startSandbox' | 'showLog')[];
  /** The name of the service of the action `switchTo`. */
  switchTo?: string;
}

/** The environment of a page's service: `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: 'development' | 'staging' | 'production';
}

/** What the reader has opened and entered, and the scroll position. */
export interface StoredView {
  /**
   * By element id: true for what is open or shown in full, the number of shown items of a long list, the text
   * or choice in a control.
   */
  values: [id: string, value: string | number | true][];
  /** Scroll position in CSS pixels. */
  scroll: number;
}

/**
 * From the extension to a page: what it shows, or a sentence to show and announce, such as that the clipboard
 * was written.
 */
export type ToPage<Content> = Content | { kind: 'copied'; sentence: string };

/** The JSON data in a page's HTML. */
export interface PageBoot<Content> {
  /** BCP 47 tag of VS Code's display language. */
  language: string;
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: Record<string, string>;
  /** The first content. */
  content: Content;
  /**
   * Identifies this HTML; the same id again means that VS Code restored the HTML, whose content may be
   * outdated.
   */
  id: string;
}
