/** Splits a translated sentence into parts, and replaces `{0}`, `{1}`, … with the values. */
export function phrase<Value>(sentence: string, ...values: readonly Value[]): (string | Value)[] {
  return sentence
    .split(/\{(\d+)\}/)
    .map((part, index) => (index % 2 === 1 ? (values[Number(part)] ?? '') : part));
}
