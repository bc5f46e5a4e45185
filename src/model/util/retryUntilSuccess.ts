/**
 * Caches the result of a successful call. A failed call is repeated the next time. Simultaneous callers share one
 * call.
 */
export function retryUntilSuccess<T>(call: () => PromiseLike<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= Promise.resolve(call()).catch((thrown: unknown) => {
      result = undefined;
      throw thrown;
    }));
}
