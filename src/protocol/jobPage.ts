import * as z from 'zod/mini';
import { everyPageMessages } from './page.ts';

/** An action without arguments. */
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
  /** Opens a web address in a text from the service. */
  z.object({ kind: z.enum(['openLink']), url: z.string() }),
  /** Copies a field value. `index` identifies the field, because a service may repeat a key. */
  z.object({ kind: z.enum(['copyValue']), index: z.number() }),
  /** Copies the key of a member's value. `index` is the position of the value. */
  z.object({ kind: z.enum(['copyMemberKey']), member: z.string(), index: z.number() }),
  /** Filters the list by the job's values in a part of the filter. */
  z.object({ kind: z.enum(['filterJobs']), by: z.string() }),
  actionSchema,
]);

export type FromPage = z.infer<typeof fromPageSchema>;
