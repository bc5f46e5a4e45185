/** Everything of the extension that waits until somebody asks for it, as one chunk. */
export { removeApiKey, setApiKey, setBaseUrl } from './connect.ts';
export { JobPanels } from './jobPanels.ts';
export { openJob } from './openJob.ts';
export { startJob } from './startJob.ts';
