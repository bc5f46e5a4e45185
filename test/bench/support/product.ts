/** What the benches of service and model measure; bundled as it ships. */
export { createServiceClient, readJobsPage } from '../../../src/service/client.ts';
export { openEnvelope } from '../../../src/service/schema/envelope.ts';
export { readBaseUrl } from '../../../src/service/index.ts';
export { JobList } from '../../../src/model/jobs/jobList.ts';
export { describePanels } from '../../../src/model/overview/figures/panels.ts';
