type Deed = (on: HTMLElement) => void;

/** What an element does when it is used: what it would then show is not in the page before, so that two which look the same may differ in it. */
const deeds = new WeakMap<Element, Deed>();

export function setDeed(element: HTMLElement, deed: Deed): void {
  deeds.set(element, deed);
}

export function use(element: HTMLElement, on = element): void {
  deeds.get(element)?.(on);
}

/** What shows does from now on what its likeness, rendered anew, would do. */
export function takeOverDeeds(shown: Element, fresh: Element): void {
  const likenesses = fresh.querySelectorAll('[data-id]');
  for (const [index, each] of shown.querySelectorAll('[data-id]').entries()) {
    const deed = deeds.get(likenesses[index] ?? each);
    if (deed !== undefined) deeds.set(each, deed);
  }
}
