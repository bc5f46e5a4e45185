/** Everything of the extension that waits until somebody asks for it, as one chunk. */
export { jobTooltip } from '../model/jobTooltip.ts';
export { checkConnection } from './checkConnection.ts';
export { removeApiKey, setApiKey, setBaseUrl } from './connect.ts';
export { copyFieldsAs } from './copyFieldsAs.ts';
export { copyJson, copyLink } from './copyJob.ts';
export { exportJobs } from './exportJobs.ts';
export { tellFinished, tellLost } from './finishedNotice.ts';
export { filterFields } from './filterFields.ts';
export { filterJobs, groupJobs } from './filterJobs.ts';
export { compareJobs, compareRow, jsonText, openJobJson, openRowJson, readJobJson, unavailable } from './jobJson.ts';
export { JobPanels } from './jobPanels.ts';
export { openLink } from './links.ts';
export { loadAllJobs, searchFurther } from './loadJobs.ts';
export { openJob } from './openJob.ts';
export { SandboxControl } from './sandboxControl.ts';
export { startJob } from './startJob.ts';
export { VirtualDocuments } from './virtualDocuments.ts';
