import type { JobBrowsing } from '../../model/browsing/jobBrowsing.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { WatchList } from '../../model/following/watchList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import type { Memory } from '../../model/util/memory.ts';
import type { Connection } from '../connection/connection.ts';
import type { Credentials } from '../connection/credentials.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { SandboxControl } from '../sandbox/sandboxControl.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import type { ReadOnlyDocuments } from '../documents/readOnlyDocuments.ts';
import type { Log } from '../feedback/log.ts';
import type { Milestones } from '../feedback/milestones.ts';
import type { KeyCheck } from '../keys/keyCheck.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { OverviewPanel } from '../overview/overviewPanel.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';
import type { WatchNotifier } from '../following/watchNotifier.ts';

/** The parts of the extension that commands use. */
export interface Parts {
  readonly connection: Connection;
  readonly credentials: Credentials;
  readonly environments: EnvironmentList;
  readonly lastKnown: LastKnownFiles;
  readonly sandbox: SandboxControl;
  readonly fields: FieldList;
  readonly fieldsView: FieldsView;
  readonly jobs: JobList;
  readonly jobsView: JobsView;
  readonly browsing: JobBrowsing;
  readonly watches: WatchList;
  readonly watchNotifier: WatchNotifier;
  readonly panels: JobPanels;
  readonly overviewPanel: OverviewPanel;
  readonly keyCheck: KeyCheck;
  readonly documents: ReadOnlyDocuments;
  readonly memory: Memory;
  readonly log: Log;
  readonly reach: Milestones;
}
