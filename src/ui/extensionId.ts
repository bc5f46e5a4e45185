/** Publisher and name of the manifest: what links and VS Code call the extension by. */
export const extensionId = 'workflow-jobs.workflow-jobs';
