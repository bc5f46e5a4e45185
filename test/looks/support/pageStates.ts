/** A state of a page. */
export interface PageState {
  readonly page: 'jobPage' | 'overview';
  readonly name: string;
  readonly content: object;
  /** Texts that the page contains in this state. */
  readonly texts: readonly string[];
  /** Messages that the extension sends after the first content. */
  readonly messages?: readonly object[];
  /** JavaScript to run in the page. */
  readonly prepare?: readonly string[];
  /** The section to scroll into view. */
  readonly section?: string;
}
