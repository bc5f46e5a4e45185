import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import type { GrowthPicture } from '../../../protocol/overview.ts';
import { usePage } from '../../shared/page.tsx';
import type { Send } from '../panel.tsx';

type Bins = GrowthPicture['bins'];

/** Indices of bins. */
interface Choice {
  /** Where it began. */
  readonly from: number;
  /** Where it ends now, which may be before. */
  readonly to: number;
}

/** Pixels that the pointer has to move to begin a choice. */
const dragged = 4;

/** `1 Oct`, `1 Oct to 4 Oct` */
export function spanText(bins: Bins, first: number, last: number): string {
  const [from = '', to = ''] = [bins[first]?.label, bins[last]?.label];
  return first === last ? from : l10n.t('{0} to {1}', from, to);
}

function boundsOf({ from, to }: Choice): [first: number, last: number] {
  return [Math.min(from, to), Math.max(from, to)];
}

function textOf(bins: Bins, choice: Choice): string {
  const span = spanText(bins, ...boundsOf(choice));
  return l10n.t('{0} chosen; Enter shows only the jobs started then, Escape leaves it', span);
}

/** Lets the reader choose a time among bins of equal width, by dragging or with Shift and arrow keys. */
export function useTimeChoice(bins: Bins, send: Send) {
  const { dispatch } = usePage();
  const [choice, setChoice] = useState<Choice | null>(null);
  const pressedAt = useRef<number | null>(null);
  const inBins = (index: number) => Math.min(bins.length - 1, Math.max(0, index));
  const clear = () => {
    pressedAt.current = null;
    setChoice(null);
  };
  const apply = () => {
    if (choice !== null) {
      const [first, last] = boundsOf(choice);
      send({
        kind: 'scope',
        preset: 'custom',
        from: bins[first]?.from ?? null,
        to: bins[last]?.to ?? null,
      });
    }
    clear();
  };
  /** Shift and an arrow key, with the focus on a bin. */
  const extend = (event: KeyboardEvent, bin: number) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!event.shiftKey || by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const { from, to } = choice ?? { from: bin, to: bin };
    const next = { from, to: inBins(to + by) };
    setChoice(next);
    dispatch({ kind: 'announce', sentence: textOf(bins, next) });
  };
  const onPointerMove = ({ currentTarget, clientX, pointerId }: PointerEvent) => {
    const start = pressedAt.current;
    if (start === null || !(currentTarget instanceof Element)) return;
    if (choice === null && Math.abs(clientX - start) < dragged) return;
    currentTarget.setPointerCapture(pointerId);
    const { left, width } = currentTarget.getBoundingClientRect();
    const binAt = (x: number) => inBins(Math.floor(((x - left) / width) * bins.length));
    setChoice({ from: binAt(start), to: binAt(clientX) });
  };
  return {
    bounds: choice && boundsOf(choice),
    text: choice && textOf(bins, choice),
    clear,
    apply,
    extend,
    pointer: {
      onPointerDown: ({ button, clientX }: PointerEvent) => {
        if (button === 0) pressedAt.current = clientX;
      },
      onPointerMove,
      onPointerUp: apply,
      onPointerCancel: clear,
    },
  };
}
