/** An empty extension, as the minimum cost of an activation. */
export function activate(): void {}
