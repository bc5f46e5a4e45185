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
    // The document of a unit test has no layout to observe.
    if (typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(measure);
    observer.observe(svg);
    return () => observer.disconnect();
  }, []);
  return { picture, width };
}

/** Defines the pattern for jobs that were not read; every picture of the page fills with it. */
export function Hatching() {
  return (
    <svg class="hatching" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern id="not-read" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M1 0V6" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A `fill` with the pattern of {@link Hatching}. */
export const hatched = 'url(#not-read)';
