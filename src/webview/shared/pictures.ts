import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Measures a picture and follows its width, in pixels: the layout of its marks depends on it. */
export function useWidth(atFirst: number) {
  const picture = useRef<SVGSVGElement>(null);
  const [width, setWidth] = useState(atFirst);
  useLayoutEffect(() => {
    const svg = picture.current;
    if (svg === null) return;
    const measure = () => {
      const measured = Math.round(svg.getBoundingClientRect().width);
      if (measured > 0) setWidth(measured);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(svg);
    return () => observer.disconnect();
  }, []);
  return { picture, width };
}

/** A mark with its row and column in the picture. */
interface PlacedMark {
  readonly element: HTMLElement | SVGElement;
  readonly row: number;
  readonly column: number;
}

/**
 * Makes the marks of a picture, which have `data-at="row,column"`, a single tab stop with arrow keys between
 * them.
 * @param isShown whether the styles of the page show a mark
 */
export function useMarks<Picture extends HTMLElement | SVGElement>(
  isShown: (mark: Element) => boolean = () => true,
) {
  const picture = useRef<Picture>(null);
  const current = useRef<string | undefined>(undefined);
  const stopAt = (mark: Element | undefined) => {
    current.current = mark?.getAttribute('data-at') ?? undefined;
    for (const { element } of marksIn(picture.current)) {
      element.setAttribute('tabindex', element === mark ? '0' : '-1');
    }
  };
  useLayoutEffect(() => {
    const marks = marksIn(picture.current).filter(({ element }) => isShown(element));
    stopAt(
      (marks.find(({ element }) => element.getAttribute('data-at') === current.current) ?? marks[0])?.element,
    );
  });
  return {
    ref: picture,
    onFocusIn: ({ target }: FocusEvent) => {
      if (target instanceof Element && target.hasAttribute('data-at')) stopAt(target);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const marks = marksIn(picture.current).filter(({ element }) => isShown(element));
      const from = marks.find(({ element }) => element === event.target);
      if (from === undefined || !arrows.has(event.key)) return;
      event.preventDefault();
      target(event.key, from, marks)?.element.focus();
    },
  };
}

const arrows = new Set(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End']);

function marksIn(picture: Element | null): PlacedMark[] {
  return [...(picture?.querySelectorAll<HTMLElement | SVGElement>('[data-at]') ?? [])].map((element) => {
    const [row = 0, column = 0] = (element.getAttribute('data-at') ?? '').split(',').map(Number);
    return { element, row, column };
  });
}

/**
 * The target of a key: in the same row, or the closest column of the nearest row; all keys move along a
 * single row.
 */
function target(key: string, from: PlacedMark, marks: readonly PlacedMark[]): PlacedMark | undefined {
  const inRow = marks.filter(({ row }) => row === from.row).sort((one, other) => one.column - other.column);
  switch (key) {
    case 'Home':
      return inRow[0];
    case 'End':
      return inRow.at(-1);
    case 'ArrowRight':
      return inRow.find(({ column }) => column > from.column);
    case 'ArrowLeft':
      return inRow.findLast(({ column }) => column < from.column);
    default: {
      const direction = key === 'ArrowDown' ? 1 : -1;
      if (inRow.length === marks.length) return inRow[inRow.indexOf(from) + direction];
      const distance = ({ row, column }: PlacedMark) =>
        (row - from.row) * direction * 1000 + Math.abs(column - from.column);
      return marks
        .filter(({ row }) => (row - from.row) * direction > 0)
        .sort((one, other) => distance(one) - distance(other))[0];
    }
  }
}
