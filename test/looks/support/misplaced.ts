/**
 * Returns a message for each text that is cut off, outside of the page, or overlaps another text.
 * Runs in a page.
 */
export function layoutProblems(body: HTMLElement): string[] {
  interface Text {
    readonly text: string;
    readonly around: readonly Element[];
    readonly rects: readonly DOMRect[];
  }
  const { clientWidth, scrollWidth } = document.documentElement;
  const overflow = (each: Element, name: 'overflowX' | 'overflowY') =>
    /hidden|clip/.test(getComputedStyle(each)[name]);
  const isBeyondLastLine = (rect: DOMRect, around: readonly Element[]) =>
    around.some(
      (each) => overflow(each, 'overflowY') && rect.top > each.getBoundingClientRect().bottom - 2,
    );
  const textOf = (node: Node): Text | undefined => {
    const { parentElement: parent } = node;
    const text = node.nodeValue?.trim().slice(0, 80) ?? '';
    if (
      text === '' ||
      !parent?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    ) {
      return undefined;
    }
    const around: Element[] = [];
    for (let each: Element | null = parent; each !== null; each = each.parentElement)
      around.push(each);
    // Only screen readers read this text.
    if (around.some((each) => getComputedStyle(each).clipPath !== 'none')) return undefined;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(
      (rect) => rect.width > 0 && !isBeyondLastLine(rect, around),
    );
    return { text, around, rects };
  };
  const overlaps = (rect: DOMRect, { left, right, top, bottom }: DOMRect) =>
    rect.left < right - 1 &&
    left < rect.right - 1 &&
    rect.top < bottom - 2 &&
    top < rect.bottom - 2;

  const texts: Text[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    texts.push(...[textOf(walker.currentNode)].filter((each) => each !== undefined));

  const wide =
    scrollWidth > clientWidth
      ? [`The content is ${scrollWidth} px wide, but the page only ${clientWidth} px.`]
      : [];
  const cutOff = texts.flatMap(({ text, around }) => {
    const cut = around.find(
      (each) => overflow(each, 'overflowX') && each.scrollWidth > each.clientWidth,
    );
    return cut === undefined
      ? []
      : [
          `“${text}” is cut off: ${cut.scrollWidth} px of ${cut.clientWidth} in ${cut.tagName}.${cut.className}`,
        ];
  });
  const outside = texts.flatMap(({ text, rects }) =>
    rects
      .filter(({ left, right }) => left < 0 || right > clientWidth)
      .map(
        ({ left, right }) =>
          `“${text}” is partly outside of the page: from ${left} to ${right} of ${clientWidth} px`,
      ),
  );
  const placed = texts
    .filter(({ around }) => !around.some((each) => each.matches('.confirmation, .more-actions')))
    .flatMap(({ text, rects }) => rects.map((rect) => ({ text, rect })));
  const overlapping = placed.flatMap(({ text, rect }, index) => {
    const other = placed.slice(0, index).find((each) => overlaps(rect, each.rect));
    return other === undefined
      ? []
      : [`“${text}” overlaps “${other.text}” at ${rect.left}, ${rect.top}`];
  });
  return [...wide, ...cutOff, ...outside, ...overlapping];
}
