/** What a browser's worker has and Node has not. */
export const worker = globalThis as unknown as {
  readonly location: { readonly origin: string };
  addEventListener(type: 'unhandledrejection', listener: (event: { readonly reason: unknown }) => void): void;
};
