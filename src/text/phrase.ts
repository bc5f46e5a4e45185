/** A translated sentence in parts, with values in place of `{0}`, `{1}`, … */
export function phrase<Value>(sentence: string, ...values: readonly Value[]): (string | Value)[] {
  return sentence
    .split(/\{(\d+)\}/)
    .map((part, index) => (index % 2 === 1 ? (values[Number(part)] ?? '') : part));
}
