import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** The width of a picture in pixels, which its places are computed from. */
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
    // A test's document has no layout to observe.
    if (typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(measure);
    observer.observe(svg);
    return () => observer.disconnect();
  }, []);
  return { picture, width };
}
