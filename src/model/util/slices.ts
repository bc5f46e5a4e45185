/** The longest that work blocks the extension host at a time, in milliseconds. */
export const sliceMilliseconds = 8;

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));

/** Runs work to its end in short slices; after each it goes on only while it is wanted, else its result is undefined. */
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

/** UTF-16 units that are encoded at a time. */
const chunkLength = 64 * 1024;

/**
 * A long text as UTF-8, made in short slices so that nothing else has to wait for it.
 * Rejects with the reason of the signal when that is aborted.
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
