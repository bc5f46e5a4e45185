import { formatAbsolute } from '../text/time.ts';

/** A moment as briefly as it can be told from now: `09:12` today, `1 Oct, 09:12` this year, else with the year. */
export function formatBrief(ms: number, now: number, language: string): string {
  const [date, today] = [new Date(ms), new Date(now)];
  if (date.toDateString() === today.toDateString()) return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(date);
  if (date.getFullYear() !== today.getFullYear()) return formatAbsolute(ms, language);
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(date);
}
