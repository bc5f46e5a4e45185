import type { WatchedJobs } from '../../model/following/watchedJobs.ts';
import type { NewestJobs } from '../../model/jobs/newestJobs.ts';
import type { SentStarts } from '../../model/jobs/sentStarts.ts';
import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { Log } from '../feedback/log.ts';
import type { CompleteWalkthroughStep } from '../feedback/walkthrough.ts';
import type { PanelServices } from '../jobPage/jobPanel.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { KeyCheck } from '../keys/keyCheck.ts';
import type { OverviewPanel } from '../overview/overviewPanel.ts';
import type { SandboxControl } from '../sandbox/sandboxControl.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';

/** What commands use. */
export interface ExtensionServices extends PanelServices {
  readonly lastKnown: LastKnownFiles;
  readonly sandbox: SandboxControl;
  readonly fieldsView: FieldsView;
  readonly jobsView: JobsView;
  readonly panels: JobPanels;
  readonly watched: WatchedJobs;
  readonly overviewPanel: OverviewPanel;
  readonly keyCheck: KeyCheck;
  readonly newestJobs: NewestJobs;
  readonly sentStarts: SentStarts;
  readonly store: KeyValueStore;
  readonly log: Log;
  readonly completeWalkthroughStep: CompleteWalkthroughStep;
}
