/** Runs in a page: the texts that are cut off, reach out of the page or lie upon another text. */
export function misplaced(body: HTMLElement): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`The page is ${scrollWidth} px wide, of ${clientWidth}.`] : [];
  const texts: { readonly text: string; readonly rect: DOMRect }[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {
      currentNode: node,
      currentNode: { parentElement: parent },
    } = walker;
    const text = node.nodeValue?.trim() ?? '';
    if (text === '' || !parent?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) {
      continue;
    }
    const around = [];
    for (let each: Element | null = parent; each !== null; each = each.parentElement) around.push(each);
    // Said by screen readers only.
    if (around.some((each) => getComputedStyle(each).clipPath !== 'none')) continue;
    const cut = around.find(
      (each) => /hidden|clip/.test(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth,
    );
    if (cut !== undefined) {
      faults.push(
        `“${text.slice(0, 80)}” is cut off: ${cut.scrollWidth} px of ${cut.clientWidth} in ${cut.tagName}.${cut.className}`,
      );
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const isAbove = parent.closest('.confirmation, .more-actions') !== null;
    for (const rect of range.getClientRects()) {
      // Beyond the last line that is shown.
      if (
        rect.width === 0 ||
        around.some(
          (each) =>
            /hidden|clip/.test(getComputedStyle(each).overflowY) &&
            rect.top > each.getBoundingClientRect().bottom - 2,
        )
      ) {
        continue;
      }
      if (rect.left < 0 || rect.right > clientWidth) {
        faults.push(
          `“${text.slice(0, 80)}” reaches out of the page: from ${rect.left} to ${rect.right} of ${clientWidth} px`,
        );
      }
      const other = texts.find(
        ({ rect: { left, right, top, bottom } }) =>
          rect.left < right - 1 && left < rect.right - 1 && rect.top < bottom - 2 && top < rect.bottom - 2,
      );
      if (other !== undefined && !isAbove) {
        faults.push(
          `“${text.slice(0, 80)}” lies upon “${other.text.slice(0, 80)}” at ${rect.left}, ${rect.top}`,
        );
      }
      if (!isAbove) texts.push({ text, rect });
    }
  }
  return faults;
}
