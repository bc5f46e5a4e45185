import * as z from 'zod/mini';
import type { JobFilter } from '../model/browsing/jobFilter.ts';
import { everyPageMessages } from './page.ts';

/** Schema of a job filter. Accepts any object, because `readFilter` validates the properties. */
const filterSchema: z.ZodMiniType<JobFilter> = z.looseObject({});

/** Messages from the overview to the extension. */
export const fromOverviewSchema = z.union([
  ...everyPageMessages,
  /** Filters the Jobs view to show the jobs that a number in the overview counts. */
  z.object({ kind: z.enum(['filter']), filter: filterSchema }),
  /** Opens a job. `id` is the row ID of the job. */
  z.object({ kind: z.enum(['openJob']), id: z.string() }),
  z.object({ kind: z.enum(['setPeriod']), period: z.enum(['all', 'week', 'month', 'quarter']) }),
  z.object({
    kind: z.enum(['copyTable', 'exportTable']),
    panel: z.enum(['stuck', 'first', 'holders', 'growth', 'duration']),
  }),
  z.object({ kind: z.enum(['refresh', 'readAll', 'cancel']) }),
]);

export type FromOverview = z.infer<typeof fromOverviewSchema>;
