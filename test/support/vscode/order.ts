/** Shuffles the tests and nested suites of a suite. The same seed always gives the same order. */
export function shuffleSuite(suite: Mocha.Suite, seed: number): void {
  const random = createRandom(seed);
  const shuffle = (each: Mocha.Suite) => {
    shuffleInPlace(each.tests, random);
    shuffleInPlace(each.suites, random);
    each.suites.forEach(shuffle);
  };
  shuffle(suite);
}

/** Shuffles an array with the Fisher-Yates algorithm. */
function shuffleInPlace(list: unknown[], random: () => number): void {
  for (let last = list.length - 1; last > 0; last--) {
    const picked = Math.floor(random() * (last + 1));
    [list[last], list[picked]] = [list[picked], list[last]];
  }
}

/** Creates a Mulberry32 generator of pseudorandom numbers from 0 up to, but not including, 1. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
