/** Deeper than this, values count as different rather than being followed. */
const deepest = 100;

/** Whether two values that came as JSON say the same, in whatever order their members are. */
export function isSameJson(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null || depth > deepest) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    return Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((each, index) => isSameJson(each, other[index], depth + 1));
  }
  const [these, those] = [Object.entries(one), other as Record<string, unknown>];
  return these.length === Object.keys(those).length && these.every(([name, value]) => Object.hasOwn(those, name) && isSameJson(value, those[name], depth + 1));
}
