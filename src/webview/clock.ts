import { perLanguage } from '../text/number.ts';
import { formatAbsolute } from '../text/time.ts';

const timeFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const dayAndTimeFormat = perLanguage((language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }));

/** A moment as briefly as it can be told from now: `09:12` today, `1 Oct, 09:12` this year, else with the year. */
export function formatBrief(ms: number, now: number, language: string): string {
  const [date, today] = [new Date(ms), new Date(now)];
  if (date.toDateString() === today.toDateString()) return timeFormat(language).format(date);
  if (date.getFullYear() !== today.getFullYear()) return formatAbsolute(ms, language);
  return dayAndTimeFormat(language).format(date);
}
