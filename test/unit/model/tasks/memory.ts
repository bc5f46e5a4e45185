/** A memory as VS Code has it: what it holds went through JSON. */
export function memory() {
  const stored: Record<string, string> = {};
  return {
    get: (name: string): unknown => (stored[name] === undefined ? undefined : JSON.parse(stored[name])),
    set: (name: string, value: unknown) => {
      if (value === undefined) delete stored[name];
      else stored[name] = JSON.stringify(value);
    },
  };
}
