/** An extension that does nothing: the least that activation can cost. */
export function activate(): void {}
