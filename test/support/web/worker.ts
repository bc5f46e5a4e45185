/** Globals of a browser worker that Node.js does not have. */
export const worker = globalThis as unknown as {
  readonly location: { readonly origin: string };
  addEventListener(
    type: 'unhandledrejection',
    listener: (event: { readonly reason: unknown }) => void,
  ): void;
};
