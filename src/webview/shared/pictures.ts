import { useLayoutEffect, useRef } from 'preact/hooks';

/** A mark with its row and column in the picture. */
interface PlacedMark {
  readonly element: HTMLElement;
  readonly row: number;
  readonly column: number;
}

/** By how many rows and columns a key moves. */
const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -1],
  End: [0, 1],
};

/**
 * Makes the marks of a picture, which have `data-at="row,column"`, a single tab stop with arrow keys between
 * them.
 */
export function useMarks<Picture extends HTMLElement>() {
  const picture = useRef<Picture>(null);
  const current = useRef('');
  const stopAt = (mark: HTMLElement | undefined) => {
    current.current = mark?.dataset['at'] ?? '';
    for (const { element } of marksIn(picture.current)) element.tabIndex = element === mark ? 0 : -1;
  };
  useLayoutEffect(() => {
    const marks = marksIn(picture.current);
    const kept = marks.find(({ element }) => element.dataset['at'] === current.current);
    stopAt((kept ?? marks[0])?.element);
  });
  return {
    ref: picture,
    onFocusIn: ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.dataset['at'] !== undefined) stopAt(target);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const marks = marksIn(picture.current);
      const from = marks.find(({ element }) => element === event.target);
      if (from === undefined || steps[event.key] === undefined) return;
      event.preventDefault();
      targetOf(event.key, from, marks)?.element.focus();
    },
  };
}

function marksIn(picture: Element | null): PlacedMark[] {
  return [...(picture?.querySelectorAll<HTMLElement>('[data-at]') ?? [])].map((element) => {
    const [row = 0, column = 0] = (element.dataset['at'] ?? '').split(',').map(Number);
    return { element, row, column };
  });
}

/** The nearest mark in the same row, or in the nearest row; with Home and End the furthest. */
function targetOf(key: string, from: PlacedMark, marks: readonly PlacedMark[]): PlacedMark | undefined {
  const [rows = 0, columns = 0] = steps[key] ?? [];
  const isAhead = ({ row, column }: PlacedMark) =>
    rows === 0 ? row === from.row && (column - from.column) * columns > 0 : (row - from.row) * rows > 0;
  const distance = ({ row, column }: PlacedMark) =>
    Math.abs(row - from.row) * 1000 + Math.abs(column - from.column);
  const ahead = marks.filter(isAhead).sort((one, other) => distance(one) - distance(other));
  return ahead.at(key === 'Home' || key === 'End' ? -1 : 0);
}
