import type { Uri } from 'vscode';
import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { PageIdentity } from '../../protocol/jobPage.ts';
import type { Connection } from '../connection/connection.ts';
import type { Credentials } from '../connection/credentials.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments.ts';
import type { WatchNotifier } from '../following/watchNotifier.ts';

/** The parts that job pages use. */
export interface PanelParts {
  readonly extensionUri: Uri;
  readonly jobs: JobList;
  readonly browsing: JobBrowsing;
  readonly fields: FieldList;
  readonly reader: JobReader;
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
  readonly watches: WatchList;
  readonly watchNotifier: WatchNotifier;
  readonly documents: ReadOnlyDocuments;
  /** Of the workspace. */
  readonly memory: Memory;
  /** Called when a page opens. */
  readonly opened: () => void;
  /** Compares a job with another loaded job; `json` is the complete known job. */
  readonly compare: (page: PageIdentity, json: string) => Promise<void>;
}
