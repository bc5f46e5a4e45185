// esbuild bundles what these imports name; the compiler only needs to know what they are.
declare module '*.css';
/** The outline of an icon: the `d` attribute of an SVG path. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
