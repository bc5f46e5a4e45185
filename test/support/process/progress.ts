/** Says that a long step begins, and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  console.log(`${title}…`);
  const result = await work();
  console.log(`  took ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  return result;
}
