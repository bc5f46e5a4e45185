import * as l10n from '@vscode/l10n';
import { type Change, type ChangeWords, readChangedJob } from './endpoints.ts';
import { oneLine } from '../text/inert.ts';

/** POST /jobs, section 4.2. @param nameOf the name of the workflow, for the question */
export function startJob(workflowKey: string, nameOf = () => Promise.resolve(workflowKey)): Change {
  const words = startWords();
  return {
    kind: 'change',
    method: 'POST',
    path: '/jobs',
    body: { workflowKey },
    subject: { key: workflowKey, nameOf },
    words,
    read: readChangedJob,
  };
}

export function startWords(): ChangeWords {
  return {
    question: (workflow, service) => l10n.t('Start a job of workflow {0} on {1}?', workflow, service),
    yes: l10n.t('Start'),
    yesInProduction: l10n.t('Start in Production'),
    no: l10n.t('Do Not Start'),
    readOnly: (environment) =>
      l10n.t('Jobs cannot be started in {0}: the environment is read-only.', environment),
    readOnlyHost: (service) =>
      l10n.t('Jobs cannot be started on {0}: an environment of the same host is read-only.', service),
    unconfirmed: (service) =>
      l10n.t('No job was started on {0}: a start there has to be confirmed first.', service),
    unconfirmedAdvice: l10n.t('“Start Job…” asks for it.'),
    connectionChanged: l10n.t('The connection changed: no job was started.'),
    accepted: (status) =>
      l10n.t('The service accepted the start but did not return a job (HTTP {0}).', status),
    unknown: (key, reason) =>
      l10n.t('The job for workflow “{0}” may or may not have started. {1}', oneLine(key), reason),
    unknownAdvice: l10n.t('Look in the list before you start another.'),
  };
}
