/** Defines the pattern for jobs that were not read; every picture of the page fills with it. */
export function Hatching() {
  return (
    <svg class="hatching" width="0" height="0" aria-hidden="true">
      <defs>
        <pattern
          id="not-read"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <path d="M1 0V6" />
        </pattern>
      </defs>
    </svg>
  );
}

/** A `fill` with the pattern of {@link Hatching}. */
export const hatched = 'url(#not-read)';
