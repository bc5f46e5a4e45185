// Types for the CSS and SVG files that esbuild bundles.
declare module '*.css';
/** Outline of an icon, as the `d` attribute of an SVG path. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
