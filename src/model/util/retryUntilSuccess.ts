/**
 * Wraps an asynchronous function and caches its first successful result. After a failure, the next
 * call tries again. Simultaneous calls share one attempt.
 */
export function retryUntilSuccess<T>(call: () => PromiseLike<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= Promise.resolve(call()).catch((thrown: unknown) => {
      result = undefined;
      throw thrown;
    }));
}
