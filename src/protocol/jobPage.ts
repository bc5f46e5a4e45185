import * as z from 'zod/mini';
import { everyPageMessages } from './page.ts';

/** An action of the page's reader. */
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

/** From a job's page to the extension. */
export const fromPageSchema = z.union([
  ...everyPageMessages,
  /** A web address from service text. */
  z.object({ kind: z.enum(['openLink']), url: z.string() }),
  /** `index`: of the field whose value is copied, because a service may repeat a key. */
  z.object({ kind: z.enum(['copyValue']), index: z.number() }),
  /** `index`: of the named value of the member whose key is copied. */
  z.object({ kind: z.enum(['copyMemberKey']), member: z.string(), index: z.number() }),
  /** Filters the list by the job's own names. */
  z.object({ kind: z.enum(['filterJobs']), by: z.string() }),
  actionSchema,
]);

export type FromPage = z.infer<typeof fromPageSchema>;
