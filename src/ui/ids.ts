/** Publisher and name of the manifest: what links and VS Code call the extension by. */
export const extensionId = 'workflow-jobs.workflow-jobs';

/** What VS Code remembers job pages as. */
export const pageType = 'workflowJobs.job';

/** The scheme of read-only documents that exist in the window only. */
export const documentScheme = 'workflow-job';
