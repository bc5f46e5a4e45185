/** Global variables of a browser worker that do not exist in Node.js. */
export const worker = globalThis as unknown as {
  readonly location: { readonly origin: string };
  addEventListener(
    type: 'unhandledrejection',
    listener: (event: { readonly reason: unknown }) => void,
  ): void;
};
