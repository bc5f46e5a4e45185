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

/**
 * Encodes a long text as UTF-8 in short slices, so that it does not block other work.
 * Rejects with the signal's reason once it aborts.
 */
export async function encodeInSlices(pieces: Iterable<string>, signal: AbortSignal, pause: () => Promise<void> = nextTurn): Promise<Uint8Array> {
  let until = performance.now() + sliceMilliseconds;
  const yieldTurn = async () => {
    await pause();
    signal.throwIfAborted();
    until = performance.now() + sliceMilliseconds;
  };
  signal.throwIfAborted();

  const encoder = new TextEncoder();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let text = '';
  const flush = () => {
    const chunk = encoder.encode(text);
    chunks.push(chunk);
    size += chunk.length;
    text = '';
  };
  for (const piece of pieces) {
    text += piece;
    if (text.length >= chunkLength) flush();
    if (performance.now() >= until) await yieldTurn();
  }
  flush();

  const whole = new Uint8Array(size);
  let position = 0;
  for (const chunk of chunks) {
    whole.set(chunk, position);
    position += chunk.length;
    if (performance.now() >= until) await yieldTurn();
  }
  return whole;
}
