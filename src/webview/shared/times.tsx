import { perLanguage } from '../../text/number.ts';
import { formatAbsolute, formatDuration, formatRelative } from '../../text/time.ts';
import { usePage } from './viewState.ts';

/** `3 h 12 min`, which grows. */
export function Elapsed({ since }: { since: number }) {
  const { now, language } = usePage();
  return <span data-ticks="duration">{formatDuration(now - since, language)}</span>;
}

/** `3 hours ago` */
export function RelativeTime({ at }: { at: number }) {
  const { now, language } = usePage();
  return <span data-ticks="relative">{formatRelative(at, now, language)}</span>;
}

/** `1 Oct 2026, 09:12`, with the text as it was sent as a tooltip. */
export function AbsoluteTime({ at, title }: { at: number; title?: string }) {
  const { language } = usePage();
  return <time dateTime={new Date(at).toISOString()} title={title}>{formatAbsolute(at, language)}</time>;
}

/** `09:12` today, with the text as it was sent as a tooltip. */
export function BriefTime({ at, title }: { at: number; title: string }) {
  const { now, language } = usePage();
  return <time dateTime={new Date(at).toISOString()} title={title}>{formatBrief(at, now, language)}</time>;
}

const timeFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const dayAndTimeFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }));

/** A moment as briefly as it can be told from now: `09:12` today, `1 Oct, 09:12` this year, else with the year. */
export function formatBrief(ms: number, now: number, language: string): string {
  const [date, today] = [new Date(ms), new Date(now)];
  if (date.toDateString() === today.toDateString()) return timeFormat(language).format(date);
  if (date.getFullYear() !== today.getFullYear()) return formatAbsolute(ms, language);
  return dayAndTimeFormat(language).format(date);
}
