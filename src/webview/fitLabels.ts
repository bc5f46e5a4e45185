import { placeLabels } from './timelineLayout.ts';

/** Shows as many labels of the timeline as fit beside each other. */
export function fitLabels(root: ParentNode): void {
  const picture = root.querySelector<SVGElement>('.timeline .picture');
  const width = picture?.getBoundingClientRect().width ?? 0;
  if (picture === null || width === 0) return;
  const labels = [...picture.querySelectorAll<SVGGElement>('.label')];
  const boxes = labels.map((label) => ({
    at: Number(label.dataset['x']) * width,
    width: Math.max(...[...label.querySelectorAll('text')].map((text) => text.getComputedTextLength())),
    weight: Number(label.dataset['weight']),
  }));
  for (const [index, place] of placeLabels(boxes, width).entries()) {
    labels[index]?.setAttribute('visibility', place === 'hidden' ? 'hidden' : 'visible');
    labels[index]?.setAttribute('text-anchor', place === 'end' ? 'end' : 'start');
  }
}

/** Fits them again whenever there is more or less room. */
export function keepLabelsFitting(main: HTMLElement): void {
  if (typeof ResizeObserver === 'function') new ResizeObserver(() => fitLabels(main)).observe(main);
}
