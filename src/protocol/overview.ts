import * as z from 'zod/mini';
import type { JobFilter } from '../model/browsing/jobFilter.ts';
import { everyPageMessages } from './page.ts';

/** `readFilter` validates its parts. */
const filterSchema: z.ZodMiniType<JobFilter> = z.looseObject({});

/** Messages from the overview to the extension. */
export const fromOverviewSchema = z.union([
  ...everyPageMessages,
  /** Shows the counted jobs in the Jobs view. */
  z.object({ kind: z.enum(['filter']), filter: filterSchema }),
  /** `id` is the ID of the job's row. */
  z.object({ kind: z.enum(['openJob']), id: z.string() }),
  z.object({ kind: z.enum(['setPeriod']), period: z.enum(['all', 'week', 'month', 'quarter']) }),
  z.object({
    kind: z.enum(['copyTable', 'exportTable']),
    panel: z.enum(['stuck', 'first', 'holders', 'growth', 'duration']),
  }),
  z.object({ kind: z.enum(['refresh', 'readAll', 'cancel']) }),
]);

export type FromOverview = z.infer<typeof fromOverviewSchema>;
