/** Maximum time that a slice of work may block the extension host, in milliseconds. */
const sliceMilliseconds = 8;

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Runs an iterator in short slices, so that other code can run in between. Rejects if the signal is
 * aborted.
 */
export async function runInSlices<T>(steps: Iterator<void, T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  for (let until = performance.now() + sliceMilliseconds; ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    signal.throwIfAborted();
    until = performance.now() + sliceMilliseconds;
  }
}

/** Number of UTF-16 code units to encode at once. */
const chunkLength = 64 * 1024;

/** Encodes the joined pieces as UTF-8 in short slices. Rejects if the signal is aborted. */
export async function encodeInSlices(
  pieces: Iterable<string>,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const text = await runInSlices(encoded(pieces), signal);
  return new Uint8Array(await text.arrayBuffer());
}

function* encoded(pieces: Iterable<string>): Generator<void, Blob> {
  const parts: Blob[] = [];
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length >= chunkLength) {
      parts.push(new Blob([text]));
      text = '';
    }
    yield;
  }
  return new Blob([...parts, text]);
}
