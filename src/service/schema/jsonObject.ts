/** Any JSON object; `z.infer` of a loose schema keeps unknown members reachable by name. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
