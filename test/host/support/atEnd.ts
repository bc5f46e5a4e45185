const callbacks: (() => unknown)[] = [];

/**
 * Calls a function after the test and the teardown of its suite, in reverse order of registration.
 */
export function atEnd(callback: () => unknown): void {
  callbacks.push(callback);
}

export async function end(): Promise<void> {
  for (const callback of callbacks.splice(0).reverse()) await callback();
}
