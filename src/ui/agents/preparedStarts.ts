const mostKept = 50;

/** The starts and reads, by workflow or input and service, whose confirmation a chat has prepared. */
export class PreparedStarts {
  #all: readonly { readonly baseUrl: string; readonly workflowKey: string }[] = [];

  add(baseUrl: string, workflowKey: string): void {
    this.#all = [...this.#all, { baseUrl, workflowKey }].slice(-mostKept);
  }

  /**
   * Removes a prepared start.
   * @returns `elsewhere` if a start of this workflow was prepared for other services only; `unknown` also if for this one and another,
   * because a yes to one cannot be told from a yes to the other
   */
  take(baseUrl: string, workflowKey: string): 'prepared' | 'elsewhere' | 'unknown' {
    const own = this.#all.filter((each) => each.workflowKey === workflowKey);
    const here = own.filter((each) => each.baseUrl === baseUrl);
    const isClear = here.length === own.length;
    this.#all = this.#all.filter((each) => (isClear ? each !== here[0] : !own.includes(each)));
    if (here.length === 0) return isClear ? 'unknown' : 'elsewhere';
    return isClear ? 'prepared' : 'unknown';
  }
}
