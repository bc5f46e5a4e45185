// esbuild bundles what these imports name; the compiler only needs to know that they exist.
declare module '*.css';
