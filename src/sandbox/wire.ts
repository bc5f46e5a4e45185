/** Types of the requests and responses. */
import { pick, type Roll } from './dice.ts';

export type WireNamed = { key: string; name: string };

export type WireField = WireNamed & { required: boolean } & (
    | { type: 'dropdown'; details: { options: { key: string; label: string }[] } }
    | { type: 'shortText'; details: null }
  );

export type WirePerson = { key: string | null; firstName: string | null; lastName: string | null };

export type WireJob = {
  key: string;
  activeWorkflows: WireNamed[];
  activeSteps: WireNamed[];
  assignedTo: WirePerson | null;
  startedBy: WirePerson;
  startedAt: string;
  updatedAt: string;
  completedAt: string | null;
};

export type WirePagination = {
  currentPage: number;
  from: number;
  lastPage: number;
  perPage: number;
  hasMore: boolean;
  nextPage: number | null;
  nextPageUrl: string | null;
  to: number;
  total: number;
};

export type UtcOffset = { suffix: string; minutes: number };

const offsets: UtcOffset[] = [
  { suffix: '+02:00', minutes: 120 },
  { suffix: '-05:00', minutes: -300 },
  { suffix: 'Z', minutes: 0 },
  { suffix: '+05:30', minutes: 330 },
  { suffix: '+00:00', minutes: 0 },
];

export function rollUtcOffset(roll: Roll): UtcOffset {
  return pick(roll('utc offset'), offsets);
}

/** Formats a time as ISO 8601 with seconds, in local time with the offset. */
export function wireTimestamp(ms: number, { suffix, minutes }: UtcOffset): string {
  return new Date(ms + minutes * 60_000).toISOString().slice(0, 19) + suffix;
}
