import { l10n } from 'vscode';
import { type SentStart } from '../../model/starting/sentStarts.ts';
import { beforeStart } from '../../model/starting/startedSince.ts';
import { changes, readBaseUrl } from '../../service/index.ts';
import { quoted } from '../../text/inert.ts';
import { attempt } from '../feedback/report.ts';
import { type StartServices, showUnknownOutcome, startJob } from './startJob.ts';

/**
 * Reports the starts that an earlier window was sending when it was reloaded or its extension host crashed: their
 * jobs may exist, but nothing else shows them.
 */
export async function reportInterruptedStarts(services: StartServices): Promise<void> {
  const { interrupted } = services.sentStarts;
  await Promise.all(interrupted.map((start) => attempt('interruptedStart', () => report(services, start))));
}

async function report(services: StartServices, start: SentStart): Promise<void> {
  const { connection, environments, sentStarts } = services;
  const { workflowKey, sentAt } = start;
  sentStarts.forget(start);
  const reading = readBaseUrl(start.baseUrl);
  if (reading.kind === 'invalid') return;
  const { baseUrl } = reading;
  const sentence = l10n.t(
    'A start of workflow “{0}” on {1} may have gone through: the window closed before the service answered.',
    quoted(workflowKey),
    environments.nameOf(baseUrl),
  );
  const text = `${sentence} ${changes.startWords().unknownAdvice}`;
  const isAskedAgain = await showUnknownOutcome(services, {
    text,
    before: beforeStart(workflowKey, sentAt),
    session: connection.sessionAt(baseUrl),
  });
  if (isAskedAgain) await startJob(services, { question: { typed: workflowKey } });
}
