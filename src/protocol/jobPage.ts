import * as z from 'zod/mini';
import { everyPageMessages } from './page.ts';

/** Actions without arguments. */
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
  /** Opens a link in a text from the service. */
  z.object({ kind: z.enum(['openLink']), url: z.string() }),
  /** Copies a field value. Contains the position of the field, because keys may be repeated. */
  z.object({ kind: z.enum(['copyValue']), index: z.number() }),
  /**
   * Copies the key of a value, such as a step. Contains the position of the value in the property.
   */
  z.object({ kind: z.enum(['copyMemberKey']), member: z.string(), index: z.number() }),
  /** Filters the list by a value of the job. `by` is the part of the filter, such as the step. */
  z.object({ kind: z.enum(['filterJobs']), by: z.string() }),
  actionSchema,
]);

export type FromPage = z.infer<typeof fromPageSchema>;
