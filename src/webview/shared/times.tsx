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

/** A growing duration: `3 h 12 min`. */
export function Elapsed({ since }: { since: number }) {
  const { now } = usePage();
  return <span data-ticks="duration">{formatDuration(now - since)}</span>;
}

/** `3 hours ago` */
export function RelativeTime({ at }: { at: number }) {
  const { now } = usePage();
  return <span data-ticks="relative">{formatRelative(at, now)}</span>;
}

/** A time: `1 Oct 2026, 09:12`, or the result of {@link formatBrief}. `title` is the tooltip. */
export function AbsoluteTime({
  at,
  title,
  isBrief = false,
  withSeconds = false,
}: {
  at: number;
  title?: string;
  isBrief?: boolean;
  /** Has an effect only if `isBrief` is true. */
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

/** Formats a time: `09:12` today, `1 Oct, 09:12` this year, otherwise with the year. */
export function formatBrief(ms: number, now: number, withSeconds = false): string {
  const isOtherDay = !isSameDay(ms, now) && isSameYear(ms, now);
  if (isOtherDay) return (withSeconds ? formatDayAndSecond : formatDayAndTime)(ms);
  return (withSeconds ? formatClock : formatMoment)(ms, now);
}
