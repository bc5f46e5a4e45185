import type { ClientOptions, ServiceClient } from './client.ts';

/** A client whose code (zod, ofetch) is loaded with its first request, so that merely having the extension costs nothing of it. */
export function createLazyClient(options: ClientOptions): ServiceClient {
  let loading: Promise<ServiceClient> | undefined;
  const load = () => (loading ??= import('./client.ts').then(({ createServiceClient }) => createServiceClient(options)));
  return {
    baseUrl: options.baseUrl,
    listFields: async (signal) => (await load()).listFields(signal),
    listJobs: async (page, signal) => (await load()).listJobs(page, signal),
    getJob: async (key, signal) => (await load()).getJob(key, signal),
    startJob: async (workflowKey, signal) => (await load()).startJob(workflowKey, signal),
  };
}
