import * as z from 'zod/mini';
import { everyPageMessages } from './page.ts';

/** Messages that contain only an action name. */
const actionSchema = z.object({
  kind: z.enum([
    'refresh',
    'switchTo',
    'toggleWatch',
    'startAnother',
    'openJson',
    'compare',
    'copyKey',
    'copyLink',
    'previousJob',
    'nextJob',
    'keepOpen',
    'openInBrowser',
  ]),
});
export type PageActionKind = z.infer<typeof actionSchema>['kind'];

/** Messages from a job page to the extension. */
export const fromPageSchema = z.union([
  ...everyPageMessages,
  /** Opens a link that the user clicked in text from the service. */
  z.object({ kind: z.enum(['openLink']), url: z.string() }),
  /** Copies a field value, or the key of a value, such as an active step. */
  z.object({ kind: z.enum(['copyValue', 'copyValueKey']), text: z.string() }),
  /** Filters the job list by a value of the page's job. `by` is the filter criterion. */
  z.object({ kind: z.enum(['filterJobs']), by: z.string() }),
  actionSchema,
]);

export type FromPage = z.infer<typeof fromPageSchema>;
