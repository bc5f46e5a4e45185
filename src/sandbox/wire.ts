/** Types of the service responses. */
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

const utcOffsets = ['+02:00', '-05:00', 'Z', '+05:30', '+00:00'];

export function rollUtcOffset(roll: Roll): string {
  return pick(roll('utc offset'), utcOffsets);
}

/** Formats a time as ISO 8601 with seconds and a UTC offset. */
export function wireTimestamp(ms: number, utcOffset: string): string {
  const localTime = ms - Date.parse(`1970-01-01T00:00:00${utcOffset}`);
  return new Date(localTime).toISOString().slice(0, 19) + utcOffset;
}
