import { element } from '../elements.ts';
import { icon } from '../icons.ts';

/** What is wrong, in one sentence. The region is there also without one, so that screen readers hear it when it comes. */
export function notice(sentence: string | null): HTMLElement {
  const region = element('p', { 'data-section': 'notice', role: 'status', class: sentence === null ? 'notice none' : 'notice' });
  if (sentence !== null) region.append(icon('warning'), element('span', {}, sentence));
  return region;
}
