import { useLayoutEffect, useRef } from 'preact/hooks';

/** Number of rows and columns that the focus moves for each key. */
const moves: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

type GridPosition = readonly [row: number, column: number];

/** Makes a table a single tab stop, and lets the arrow keys move the focus between cells. */
export function useGridKeys() {
  const table = useRef<HTMLTableElement>(null);
  const place = useRef<GridPosition | null>(null);
  const setTabStop = () => {
    const cells = table.current?.querySelectorAll<HTMLElement>('tbody>tr>*') ?? [];
    const targets = [...cells].map(focusTarget);
    const stop = place.current
      ? targetAt(table.current, place.current)
      : table.current?.querySelector('button');
    for (const target of targets) target.tabIndex = target === (stop ?? targets[0]) ? 0 : -1;
  };
  useLayoutEffect(setTabStop);
  return {
    ref: table,
    onFocusIn: ({ target }: FocusEvent) => {
      place.current = placeOf(target);
      setTabStop();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const move = moves[event.key];
      const from = placeOf(event.target);
      if (event.altKey || event.ctrlKey || event.metaKey || move === undefined || from === null)
        return;
      event.preventDefault();
      targetAt(table.current, [from[0] + move[0], from[1] + move[1]])?.focus();
    },
  };
}

function placeOf(target: EventTarget | null): GridPosition | null {
  const cell = target instanceof Element ? target.closest('tbody>tr>*') : null;
  const indexOf = (each: Element) => [...(each.parentElement?.children ?? [])].indexOf(each);
  return cell?.parentElement ? [indexOf(cell.parentElement), indexOf(cell)] : null;
}

/** Returns the focusable element in the cell at a position, or in the nearest cell. */
function targetAt(
  table: HTMLTableElement | null,
  [row, column]: GridPosition,
): HTMLElement | undefined {
  const nearestChild = (parent: Element | null | undefined, index: number) =>
    [...(parent?.children ?? [])].at(
      Math.max(0, Math.min(index, (parent?.children.length ?? 0) - 1)),
    );
  const cell = nearestChild(nearestChild(table?.querySelector('tbody'), row), column);
  return cell instanceof HTMLElement ? focusTarget(cell) : undefined;
}

/** Returns the button in a cell, or the cell itself if there is no button. */
function focusTarget(cell: HTMLElement): HTMLElement {
  return cell.querySelector('button') ?? cell;
}
