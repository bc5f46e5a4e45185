// Generated from package.json by `npm run manifest`. Do not edit.

export const publisher = 'workflow-jobs';
export const version = '0.1.0';
export const extensionId = 'workflow-jobs.workflow-jobs';

/** The public commands, by ID without `workflowJobs.`. */
export type PublicCommand =
  | 'startJob'
  | 'startAnother'
  | 'openJob'
  | 'openInNewTab'
  | 'keepOpen'
  | 'previousJob'
  | 'nextJob'
  | 'openOverview'
  | 'watchJob'
  | 'unwatchJob'
  | 'refresh'
  | 'loadMoreJobs'
  | 'loadAllJobs'
  | 'filterJobs'
  | 'saveFilter'
  | 'filterByWorkflow'
  | 'filterByStep'
  | 'filterByPerson'
  | 'clearJobFilter'
  | 'groupJobs'
  | 'switchEnvironment'
  | 'addEnvironment'
  | 'setBaseUrl'
  | 'setApiKey'
  | 'removeApiKey'
  | 'manageApiKeys'
  | 'checkConnection'
  | 'openDocumentation'
  | 'showLog'
  | 'copyKey'
  | 'insertKey'
  | 'copyMcpConfiguration'
  | 'startSandbox'
  | 'stopSandbox'
  | 'refreshFields'
  | 'refreshJobs'
  | 'copyJson'
  | 'openJson'
  | 'compareJob'
  | 'compareJobs'
  | 'exportRows'
  | 'copyAsTable'
  | 'copyLink'
  | 'openInBrowser'
  | 'exportJobs'
  | 'filterFields'
  | 'clearFieldFilter'
  | 'sortFields'
  | 'copyFieldsAs'
  | 'compareFields'
  | 'checkKeys';

/** The default value of each setting, by ID without `workflowJobs.`. */
export const settingDefaults = {
  'baseUrl': '' as string,
  'environments': [] as readonly unknown[],
  'apiKey.header': 'Authorization' as string,
  'apiKey.scheme': 'Bearer' as string,
  'requestTimeout': 15 as number,
  'autoRefresh': 30 as number,
  'confirmStart': 'production' as 'never' | 'production' | 'always',
  'notifyWhenFinished': true as boolean,
  'keepLastList': true as boolean,
  'agents.canStartJobs': false as boolean,
  'completeKeys': false as boolean,
  'filters': [] as readonly unknown[],
};
