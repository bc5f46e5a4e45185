// What Node 20 lacks of the language that the code is written in; imported before all else.

/* eslint-disable typescript/unbound-method -- tests whether a static method exists, and calls none */
Promise.withResolvers ??= function withResolvers<T>() {
  const settle = {} as Omit<PromiseWithResolvers<T>, 'promise'>;
  const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }));
  return { promise, ...settle };
};

Map.groupBy ??= function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};
