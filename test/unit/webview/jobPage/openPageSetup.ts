import type { PageIdentity } from '../../../../src/model/jobPage/pageContent.ts';
import type { PageContent } from '../../../../src/model/jobPage/panelContent.ts';
import type { LogEntry } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import type { FromPage } from '../../../../src/protocol/jobPage.ts';
import type { PageBoot } from '../../../../src/protocol/page.ts';
import { openJobPage } from '../../../../src/webview/jobPage/openPage.tsx';
import { fieldValue, show } from '../builders.tsx';
import { type OpenedPage, openedPage } from '../openedPage.ts';
import { loading } from './sectionsSetup.ts';

export const state = { key: 'job_004213', baseUrl: 'https://eu.example.com/api/v2' };

/** The stored view state of a page on which no section is open. */
export const unopened = { values: [], scroll: 0 };

/** The state that a page stores with `setState`. */
type PageState = PageIdentity & { view?: object };

type Page = OpenedPage<FromPage, PageState>;

/** Opens a page whose job is loading. `boot` replaces the data in its HTML. */
export const opened = (boot: Partial<PageBoot<PageContent>> = {}, stored?: unknown): Page =>
  openedPage(openJobPage, { content: loading, ...boot }, stored);

/** Opens a page and sends it this content. */
export function showing(content: unknown = show()): Page {
  const page = opened();
  page.receive(content);
  return page;
}

export const field = fieldValue();
export const entry: LogEntry = { at: null, text: 'Began', otherMembers: {} };
