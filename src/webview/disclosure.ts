import { element, type Child } from './elements.ts';
import type { PageMemory } from './pageContext.ts';

/** A `details` whose content exists only while it is open. */
export function disclosure(id: string, summary: Child[], content: () => Node, memory: PageMemory): HTMLDetailsElement {
  const body = element('div', { class: 'disclosed' });
  const details = element('details', {}, element('summary', { 'data-id': id }, ...summary), body);
  details.open = memory.open.has(id);
  if (details.open) body.append(content());
  details.addEventListener('toggle', () => {
    if (details.open) {
      memory.open.add(id);
      if (!body.hasChildNodes()) body.append(content());
    } else {
      memory.open.delete(id);
      body.replaceChildren();
    }
  });
  return details;
}
