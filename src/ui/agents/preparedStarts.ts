const mostKept = 50;

/** The starts, by workflow and service, whose confirmation a chat has prepared. */
export class PreparedStarts {
  #all: readonly { readonly baseUrl: string; readonly workflowKey: string }[] = [];

  add(baseUrl: string, workflowKey: string): void {
    this.#all = [...this.#all, { baseUrl, workflowKey }].slice(-mostKept);
  }

  /**
   * Removes a prepared start.
   * @returns `elsewhere` if a start of this workflow was prepared for another service, because the two cannot be told apart
   */
  take(baseUrl: string, workflowKey: string): 'prepared' | 'elsewhere' | 'unknown' {
    const own = this.#all.filter((each) => each.workflowKey === workflowKey);
    const [first] = own;
    if (first === undefined) return 'unknown';
    const isElsewhere = own.some((each) => each.baseUrl !== baseUrl);
    this.#all = this.#all.filter((each) => (isElsewhere ? !own.includes(each) : each !== first));
    return isElsewhere ? 'elsewhere' : 'prepared';
  }
}
