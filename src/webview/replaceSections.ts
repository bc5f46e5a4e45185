import { takeOverDeeds } from './deeds.ts';

/**
 * Brings the page to what was rendered anew, touching only the sections that changed: live regions stay the same elements,
 * a selection elsewhere survives, and focus and scroll position stay where the reader left them.
 */
export function replaceSections(main: HTMLElement, rendered: DocumentFragment): void {
  const page = main.ownerDocument;
  const focused = main.contains(page.activeElement) && page.activeElement !== main ? page.activeElement : null;
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {};

  const shown = sectionsOf(main);
  const wanted = sectionsOf(rendered);
  const next = [...wanted].map(([id, fresh]) => updateSection(shown.get(id), fresh));
  const sameOrder = next.length === shown.size && next.every((each, index) => each === main.children[index]);
  if (!sameOrder) main.replaceChildren(...next);

  // A page that does not have the keyboard must not take it from where somebody is typing.
  if (page.hasFocus() && focused && !focused.isConnected) (counterpart(main, focused) ?? main).focus({ preventScroll: true });
  page.defaultView?.scrollTo(scrollX, scrollY);
}

function sectionsOf(parent: ParentNode): Map<string, HTMLElement> {
  const sections = [...parent.children].filter((child) => child instanceof HTMLElement);
  return new Map(sections.map((child) => [child.dataset['section'] ?? '', child]));
}

/** Brings a section to what was rendered anew, in place, unless it is that already. */
export function updateSection(old: HTMLElement | undefined, fresh: HTMLElement): HTMLElement {
  if (!old) return fresh;
  if (old.isEqualNode(fresh)) {
    takeOverDeeds(old, fresh);
  } else {
    if (old.className !== fresh.className) old.className = fresh.className;
    old.replaceChildren(...fresh.childNodes);
  }
  return old;
}

function counterpart(main: HTMLElement, focused: Element): HTMLElement | undefined {
  const id = focused.getAttribute('data-id');
  return id === null ? undefined : [...main.querySelectorAll<HTMLElement>('[data-id]')].find((each) => each.dataset['id'] === id);
}
