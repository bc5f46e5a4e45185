/** Begins each console line of a suite, so that it can be told from VS Code's own. */
export const suiteMark = '[suite] ';
