import { setDeed, use } from './deeds.ts';
import { element, type Child } from './elements.ts';
import type { PageMemory } from './pageContext.ts';

/** A `details` whose content exists only while it is open. */
export function disclosure(id: string, summary: Child[], content: () => Node, memory: PageMemory): HTMLDetailsElement {
  const body = element('div', { class: 'disclosed' });
  const title = element('summary', { 'data-id': id }, ...summary);
  setDeed(title, filling(content));
  const details = element('details', {}, title, body);
  details.open = memory.open.has(id);
  if (details.open) use(title, body);
  details.addEventListener('toggle', () => {
    if (details.open) {
      memory.open.add(id);
      if (!body.hasChildNodes()) use(title, body);
    } else {
      memory.open.delete(id);
      body.replaceChildren();
    }
  });
  return details;
}

/** Apart from the elements above: where another takes it over, they must not stay in memory with it. */
function filling(content: () => Node): (body: HTMLElement) => void {
  return (body) => body.append(content());
}
