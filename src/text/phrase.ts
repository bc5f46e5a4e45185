/** Splits a translated sentence at its placeholders (`{0}`, `{1}`, …) and inserts the values. */
export function phrase<Value>(sentence: string, ...values: readonly Value[]): (string | Value)[] {
  return sentence
    .split(/\{(\d+)\}/)
    .map((part, index) => (index % 2 === 1 ? (values[Number(part)] ?? '') : part));
}
