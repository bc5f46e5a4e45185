import * as vscode from 'vscode';
import { jsonText } from '../../model/util/json.ts';
import type { JobReader } from '../../model/jobs/jobReader.ts';
import type { PageIdentity } from '../../protocol.ts';
import { ServiceError, isPlace } from '../../service/index.ts';
import type { Connection } from '../connection/connection.ts';

/** Reads a job for a document that is shown, or shown again after a reload. Rejects with a {@link ServiceError}. */
export async function readJobJson({ key, baseUrl }: PageIdentity, connection: Connection, reader: JobReader): Promise<string> {
  const { client, signal } = connection.require();
  if (client.baseUrl.href !== baseUrl) {
    throw new ServiceError('notConfigured', vscode.l10n.t('Workflow Jobs is not connected to the service of this job any more.'));
  }
  if (isPlace(key)) throw new ServiceError('notFound', vscode.l10n.t('This entry has no key to read it again by. Open it from its row.'));
  const reading = await reader.read(key, signal);
  if (reading.kind === 'failed' || reading.kind === 'gone') throw reading.error;
  if (reading.job === undefined) throw new ServiceError('notFound', vscode.l10n.t('The job is not among the loaded jobs. Load more jobs, then try again.'));
  return documentText(reading.job);
}

/** JSON as a document's text. */
export function documentText(raw: unknown): string {
  return `${jsonText(raw, 2)}\n`;
}
