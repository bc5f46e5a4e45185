/** Milliseconds of work between two chances for everything else. */
export const sliceMilliseconds = 8;

export const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve));
