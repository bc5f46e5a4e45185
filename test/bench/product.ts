/** What the benches of service and model measure; bundled as it ships. */
export { createServiceClient, readJobsPage } from '../../src/service/client.ts';
export { openEnvelope } from '../../src/service/envelope.ts';
export { readBaseUrl } from '../../src/service/index.ts';
export { Follow } from '../../src/model/follow.ts';
export { JobBrowsing } from '../../src/model/jobBrowsing.ts';
export { JobDetails } from '../../src/model/jobDetails.ts';
export { JobList } from '../../src/model/jobList.ts';
export { SingleJobs } from '../../src/model/singleJobs.ts';
export { WatchList } from '../../src/model/watchList.ts';
