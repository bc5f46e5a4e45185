/**
 * Repeats a call until it succeeds, and then resolves to that result each time; calls that wait share one.
 */
export function untilDone<T>(call: () => PromiseLike<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= Promise.resolve(call()).catch((thrown: unknown) => {
      result = undefined;
      throw thrown;
    }));
}
