import * as z from 'zod/mini';
import { isTimeZone } from '../text/timeZone.ts';

/** The messages of every page, handled alike in each. */
export const everyPageMessages = [
  /**
   * The page listens, initially or again after it was hidden or restored. `shown`: whether it shows the
   * content of its HTML.
   */
  z.object({ kind: z.enum(['ready']), shown: z.boolean() }),
  /** The time zone of the window, which the extension host may not share. Precedes `ready`. */
  z.object({ kind: z.enum(['timeZone']), name: z.string().check(z.refine(isTimeZone)) }),
  /** Remedies, which are commands. */
  z.object({ kind: z.enum(['setApiKey', 'setBaseUrl', 'startSandbox', 'showLog']) }),
] as const;

export type FromEveryPage = z.infer<(typeof everyPageMessages)[number]>;

/** What is done for each message: one without a handler does not compile. */
export type Handlers<Message extends { kind: string }> = {
  readonly [Kind in Message['kind']]: (message: Message & { kind: Kind }) => unknown;
};

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
