import type { Memory } from '../../model/util/memory.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { Log } from '../feedback/log.ts';
import type { Milestones } from '../feedback/milestones.ts';
import type { PanelParts } from '../jobPage/jobPanel.ts';
import type { JobPanels } from '../jobPage/jobPanels.ts';
import type { KeyCheck } from '../keys/keyCheck.ts';
import type { OverviewPanel } from '../overview/overviewPanel.ts';
import type { SandboxControl } from '../sandbox/sandboxControl.ts';
import type { FieldsView } from '../views/fieldsView.ts';
import type { JobsView } from '../views/jobsView.ts';

/** The parts of the extension that commands use. */
export interface Parts extends PanelParts {
  readonly lastKnown: LastKnownFiles;
  readonly sandbox: SandboxControl;
  readonly fieldsView: FieldsView;
  readonly jobsView: JobsView;
  readonly panels: JobPanels;
  readonly overviewPanel: OverviewPanel;
  readonly keyCheck: KeyCheck;
  readonly memory: Memory;
  readonly log: Log;
  readonly reach: Milestones;
}
