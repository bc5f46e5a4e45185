/** FNV-1a with 32 bits, because it is short and synchronous. */
export function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text)) hash = Math.imul(hash ^ unit, 0x01000193) >>> 0;
  return hash;
}
