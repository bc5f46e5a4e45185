/** Longest time that work may block the extension host, in milliseconds. */
export const sliceMilliseconds = 8;

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Runs work in short slices; resolves to undefined once it is no longer wanted after a slice. */
export async function runInSlices<T>(steps: Iterator<void, T>, isWanted: () => boolean): Promise<T | undefined> {
  for (let until = performance.now() + sliceMilliseconds; ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() < until) continue;
    await nextTurn();
    if (!isWanted()) return undefined;
    until = performance.now() + sliceMilliseconds;
  }
}

/** UTF-16 units to encode at a time. */
const chunkLength = 64 * 1024;

/** Encodes a long text as UTF-8 in short slices. Rejects with the signal's reason once it aborts. */
export async function encodeInSlices(pieces: Iterable<string>, signal: AbortSignal, pause: () => Promise<void> = nextTurn): Promise<Uint8Array> {
  signal.throwIfAborted();
  const parts: Blob[] = [];
  let text = '';
  let until = performance.now() + sliceMilliseconds;
  for (const piece of pieces) {
    text += piece;
    if (text.length >= chunkLength) {
      parts.push(new Blob([text]));
      text = '';
    }
    if (performance.now() < until) continue;
    await pause();
    signal.throwIfAborted();
    until = performance.now() + sliceMilliseconds;
  }
  return new Uint8Array(await new Blob([...parts, text]).arrayBuffer());
}
