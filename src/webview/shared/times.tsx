import {
  formatAbsolute,
  formatClock,
  formatDuration,
  formatMoment,
  formatRelative,
  isSameDay,
  isSameYear,
} from '../../text/time.ts';
import { momentFormat } from '../../text/timeZone.ts';
import { usePage } from './page.tsx';

/** Renders the elapsed time, such as `3 h 12 min`. */
export function Elapsed({ since }: { since: number }) {
  const { now } = usePage();
  return <span data-ticks="duration">{formatDuration(now - since)}</span>;
}

/** Renders a relative time, such as `3 hours ago`. */
export function RelativeTime({ at }: { at: number }) {
  const { now } = usePage();
  return <span data-ticks="relative">{formatRelative(at, now)}</span>;
}

/** Renders a date and time, such as `1 Oct 2026, 09:12`. `title` is the tooltip. */
export function AbsoluteTime({
  at,
  title,
  isBrief = false,
  withSeconds = false,
}: {
  at: number;
  title?: string;
  isBrief?: boolean;
  /** Shows seconds. Requires `isBrief`. */
  withSeconds?: boolean;
}) {
  const { now } = usePage();
  return (
    <time dateTime={new Date(at).toISOString()} title={title}>
      {isBrief ? formatBrief(at, now, withSeconds) : formatAbsolute(at)}
    </time>
  );
}

const dayAndTime = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const formatDayAndTime = momentFormat(dayAndTime);
const formatDayAndSecond = momentFormat({ ...dayAndTime, second: '2-digit' });

/** Formats a time as `09:12` for today, or as `1 Oct, 09:12` for another day of this year. */
export function formatBrief(ms: number, now: number, withSeconds = false): string {
  const isOtherDay = !isSameDay(ms, now) && isSameYear(ms, now);
  if (isOtherDay) return (withSeconds ? formatDayAndSecond : formatDayAndTime)(ms);
  return (withSeconds ? formatClock : formatMoment)(ms, now);
}
