const mostKept = 50;

/**
 * The calls of a tool whose confirmation a chat has prepared, by service and what each asks for: the key of a
 * workflow, or an input.
 */
export class PreparedCalls {
  #all: readonly { readonly baseUrl: string; readonly asked: string }[] = [];

  add(baseUrl: string, asked: string): void {
    this.#all = [...this.#all, { baseUrl, asked }].slice(-mostKept);
  }

  /**
   * Removes a prepared call.
   * @returns `elsewhere` if one that asks for this was prepared for other services only; `unknown` also if
   * for this one and another, because a yes to one cannot be told from a yes to the other
   */
  take(baseUrl: string, asked: string): 'prepared' | 'elsewhere' | 'unknown' {
    const own = this.#all.filter((each) => each.asked === asked);
    const here = own.filter((each) => each.baseUrl === baseUrl);
    const isClear = here.length === own.length;
    this.#all = this.#all.filter((each) => (isClear ? each !== here[0] : !own.includes(each)));
    if (here.length === 0) return isClear ? 'unknown' : 'elsewhere';
    return isClear ? 'prepared' : 'unknown';
  }
}
