import * as l10n from '@vscode/l10n';
import type { ClientOptions, ServiceClient } from './client.ts';
import { ServiceError } from './serviceError.ts';

/** A client whose code (zod, ofetch) is loaded with its first request, so that merely having the extension costs nothing of it. */
export function createLazyClient(options: ClientOptions): ServiceClient {
  let loading: Promise<ServiceClient> | undefined;
  const load = () =>
    (loading ??= import('./client.ts').then(
      ({ createServiceClient }) => createServiceClient(options),
      (cause: unknown) => {
        loading = undefined;
        throw new ServiceError('invalidInput', l10n.t('A part of Workflow Jobs could not be loaded.'), { advice: l10n.t('Reload the window.'), cause });
      },
    ));
  return {
    baseUrl: options.baseUrl,
    listFields: async (signal) => (await load()).listFields(signal),
    listJobs: async (page, signal) => (await load()).listJobs(page, signal),
    getJob: async (key, signal) => (await load()).getJob(key, signal),
    startJob: async (workflowKey, signal) => (await load()).startJob(workflowKey, signal),
  };
}
