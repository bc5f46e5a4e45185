/** A page in one state. */
export interface PageState {
  readonly page: 'jobPage' | 'overview';
  readonly name: string;
  readonly content: object;
  /** What the page then says. */
  readonly says: readonly string[];
  /** Messages of the extension that follow. */
  readonly messages?: readonly object[];
  /** What is done in the page, as JavaScript. */
  readonly prepare?: readonly string[];
  /** The section that is brought into sight. */
  readonly section?: string;
}
