/** The longest that work blocks the extension host at a time, in milliseconds. */
export const sliceMilliseconds = 8;

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
