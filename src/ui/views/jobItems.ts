import { type TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import type { LoadKind } from '../../model/jobs/jobList.ts';
import type { ServiceError } from '../../service/index.ts';
import { formatNumber } from '../../text/number.ts';
import type { GroupNode, SpecialNode } from './jobNodes.ts';
import { asOf, failureItem, failureNodes, treeItem } from './treeItem.ts';

/** The command that opens the selected row of the Jobs view. */
export const openJobRow = '_workflowJobs.openJobRow';

export function loadFailureNodes(during: LoadKind, error: ServiceError): SpecialNode[] {
  switch (during) {
    case 'first':
      return failureNodes(l10n.t('Jobs not loaded'), error, 'workflowJobs.refreshJobs');
    case 'refresh':
      return failureNodes(l10n.t('Jobs not refreshed'), error, 'workflowJobs.refreshJobs');
    case 'more':
      return failureNodes(l10n.t('More jobs not loaded'), error, 'workflowJobs.loadMoreJobs');
    case 'all':
      return failureNodes(l10n.t('More jobs not loaded'), error, 'workflowJobs.loadAllJobs');
  }
}

/** Whether a group is that of a workflow's jobs, or of the jobs of several. */
export function isWorkflowGroup(id: string): boolean {
  return id.startsWith('group:workflow::');
}

export function groupItem({ id, group: { label, rows } }: GroupNode, isSection: boolean, startsOpen: boolean): TreeItem {
  const count = formatNumber(rows.length);
  const jobs = rows.length === 1 ? l10n.t('1 job') : l10n.t('{0} jobs', count);
  return treeItem(
    { label, description: isSection ? '' : count, tooltip: `${label}\n${jobs}`, icon: isSection ? 'list-unordered' : 'list-tree', spoken: `${label}, ${jobs}` },
    { id, contextValue: isWorkflowGroup(id) ? 'group workflow' : 'group', collapsibleState: startsOpen ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed },
  );
}

export function specialItem(node: SpecialNode): TreeItem {
  switch (node.kind) {
    case 'failure':
    case 'remedy':
      return failureItem(node, openJobRow);
    case 'notRefreshed': {
      const tooltip = l10n.t('The jobs further down were not read again. Open this row to read them.');
      return actionItem(node.id, l10n.t('Jobs after {0}', formatNumber(node.from)), asOf(node.readAt), tooltip, 'history', '_workflowJobs.refreshRest');
    }
    case 'note':
      return treeItem(
        { label: l10n.t('May be incomplete'), description: '', tooltip: node.text, icon: 'warning', color: 'list.warningForeground', spoken: node.text },
        { id: node.id },
      );
    case 'noMatch':
      return actionItem(node.id, l10n.t('No match'), l10n.t('clear filter'), l10n.t('Clear the filter'), 'clear-all', 'workflowJobs.clearJobFilter');
    case 'more': {
      const { loading, searching, progress, left } = node;
      const label = loading ? l10n.t('Loading…') : searching ? l10n.t('Search further') : l10n.t('Load more');
      const tooltip = searching ? l10n.t('Search the pages that are not loaded') : l10n.t('Load the next page of jobs');
      const icon = loading ? 'loading~spin' : searching ? 'search' : 'arrow-down';
      const command = searching ? '_workflowJobs.searchFurther' : 'workflowJobs.loadMoreJobs';
      // The longer labels get one number, because a narrow sidebar has no room for two.
      return actionItem(searching ? 'searchFurther' : 'loadMore', label, loading || searching ? left : progress, tooltip, icon, command, progress);
    }
  }
}

function actionItem(id: string, label: string, description: string, tooltip: string, icon: string, command: string, said = description): TreeItem {
  return treeItem({ label, description, tooltip, icon, spoken: `${label}, ${said}` }, { id, command: { command, title: label } });
}
