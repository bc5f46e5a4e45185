import * as z from 'zod/mini';
import { isTimeZone } from '../text/timeZone.ts';

/** Messages that every page sends. */
export const everyPageMessages = [
  /**
   * Reports that the page can receive messages. A page sends it again after it was hidden or
   * restored. `shown` is true if the page shows the content of its HTML.
   */
  z.object({ kind: z.enum(['ready']), shown: z.boolean() }),
  /** Reports the time zone of the window, before `ready`. */
  z.object({ kind: z.enum(['timeZone']), name: z.string().check(z.refine(isTimeZone)) }),
  /** Runs the command with this name. */
  z.object({ kind: z.enum(['setApiKey', 'setBaseUrl', 'startSandbox', 'showLog']) }),
] as const;

export type FromEveryPage = z.infer<(typeof everyPageMessages)[number]>;

/** One handler for each kind of message. The compiler reports a missing handler. */
export type Handlers<Message extends { kind: string }> = {
  readonly [Kind in Message['kind']]: (message: Message & { kind: Kind }) => unknown;
};

/** Messages from the extension to a page: new content, or a confirmation to show and announce. */
export type ToPage<Content> = Content | { kind: 'copied'; sentence: string };

/** JSON data in the HTML of a page. */
export interface PageBoot<Content> {
  /** BCP 47 tag of VS Code's display language. */
  language: string;
  /** Translations for `@vscode/l10n`. The keys are the English texts. */
  translations: Record<string, string>;
  /** Initial content of the page. */
  content: Content;
  /** ID of the HTML. If a page receives the same ID twice, VS Code restored outdated HTML. */
  id: string;
}
