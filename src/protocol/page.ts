import * as z from 'zod/mini';
import { isTimeZone } from '../text/timeZone.ts';

/** Messages that every page sends. */
export const everyPageMessages = [
  /**
   * The page can receive messages, initially and after it was hidden or restored. `shown` is true if it shows
   * the content of its HTML.
   */
  z.object({ kind: z.enum(['ready']), shown: z.boolean() }),
  /** The time zone of the window. It precedes `ready`. */
  z.object({ kind: z.enum(['timeZone']), name: z.string().check(z.refine(isTimeZone)) }),
  /** Runs the command with this name. */
  z.object({ kind: z.enum(['setApiKey', 'setBaseUrl', 'startSandbox', 'showLog']) }),
] as const;

export type FromEveryPage = z.infer<(typeof everyPageMessages)[number]>;

/** One handler for each message. A missing handler does not compile. */
export type Handlers<Message extends { kind: string }> = {
  readonly [Kind in Message['kind']]: (message: Message & { kind: Kind }) => unknown;
};

/** Messages from the extension to a page: new content, or a sentence to show and announce. */
export type ToPage<Content> = Content | { kind: 'copied'; sentence: string };

/** The JSON data in a page's HTML. */
export interface PageBoot<Content> {
  /** BCP 47 tag of VS Code's display language. */
  language: string;
  /** Translations for `@vscode/l10n`, keyed by the English text. */
  translations: Record<string, string>;
  /** The first content. */
  content: Content;
  /** Identifies this HTML. If a page gets the same ID again, VS Code restored it, and it may be outdated. */
  id: string;
}
