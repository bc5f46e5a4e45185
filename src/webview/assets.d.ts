// Types of the files that esbuild bundles.
declare module '*.css';
/** The outline of an icon: the `d` attribute of an SVG path. */
declare module '*.svg' {
  const outline: string;
  export default outline;
}
