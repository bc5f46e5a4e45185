const works: (() => unknown)[] = [];

/** Does something once the test and the teardown of its suite are over, the last first. */
export function atEnd(work: () => unknown): void {
  works.push(work);
}

export async function end(): Promise<void> {
  for (const work of works.splice(0).reverse()) await work();
}
