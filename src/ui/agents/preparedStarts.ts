const mostKept = 50;

/** The starts that chats were about to ask people about: which workflow, on which service. */
export class PreparedStarts {
  #all: readonly { readonly baseUrl: string; readonly workflowKey: string }[] = [];

  add(baseUrl: string, workflowKey: string): void {
    this.#all = [...this.#all, { baseUrl, workflowKey }].slice(-mostKept);
  }

  /**
   * Takes one out.
   * @returns `elsewhere` where a start of this workflow was prepared for another service, which nobody can tell from this one
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
