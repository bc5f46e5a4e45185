import * as z from 'zod/mini';
import { isTimeZone } from '../text/timeZone.ts';

/** Messages that every page can send to the extension. */
export const everyPageMessages = [
  /** Requests the current content. Sent each time VS Code has loaded the page. */
  z.object({ kind: z.enum(['ready']) }),
  /** Reports the time zone of the window. Sent before `ready`. */
  z.object({ kind: z.enum(['timeZone']), name: z.string().check(z.refine(isTimeZone)) }),
  /** Runs the extension command that has the same name as the message. */
  z.object({ kind: z.enum(['setApiKey', 'setBaseUrl', 'showLog']) }),
] as const;

export type FromEveryPage = z.infer<(typeof everyPageMessages)[number]>;

/** Maps each message kind to a handler, so that the compiler reports missing handlers. */
export type Handlers<Message extends { kind: string }> = {
  readonly [Kind in Message['kind']]: (message: Message & { kind: Kind }) => unknown;
};

/** Message from the extension to a page: new content, or a confirmation to show and announce. */
export type ToPage<Content> = Content | { kind: 'copied'; sentence: string };

/** JSON data that is embedded in the HTML of a page. */
export interface PageBoot<Content> {
  /** Display language of VS Code, as a BCP 47 tag. */
  language: string;
  /** Translations for `@vscode/l10n`, by English text. */
  translations: Record<string, string>;
  /** Content to show until the page receives the current content. */
  content: Content;
}
