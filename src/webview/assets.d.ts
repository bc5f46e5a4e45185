// esbuild bundles what these imports name; the compiler only needs to know what they are.
declare module '*.css';
/** The outline of an icon, as an SVG path in tenths of a pixel. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
