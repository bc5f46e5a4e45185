import { aPage } from '../support/builders.ts';
import { type Service, envelope, json, startService } from '../support/service.ts';
import type { Workbench } from './workbench.ts';

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
export const release = { key: 'stp_release', name: 'Release payment' };
const priority = { key: 'fld_p', name: 'Priority', type: 'dropdown', required: true, details: { options: [{ key: 'opt_h', label: 'High' }, { key: 'opt_l', label: 'Low' }] } };

export interface ServiceState {
  jobs: Record<string, unknown>[];
  /** What it answers for one, where that is not the job. */
  single: number;
}

/** A service whose jobs the test changes. */
export async function withJobs(jobs: Record<string, unknown>[], story: (service: Service, state: ServiceState) => Promise<void>): Promise<void> {
  const state = { jobs, single: 200 };
  const refused = (code: number) => json(code, { status: 'error', code, errors: [{ type: 'x', message: 'No.' }] });
  const service = await startService(({ url }) => {
    if (url === '/fields') return envelope({ fields: [priority] });
    if (url.startsWith('/jobs?')) return envelope(aPage(state.jobs.map(({ content: _content, logs: _logs, ...slim }) => slim)));
    const found = state.jobs.find(({ key }) => url === `/jobs/${encodeURIComponent(String(key))}`);
    return state.single !== 200 || found === undefined ? refused(state.single === 200 ? 404 : state.single) : envelope({ job: found });
  });
  try {
    await story(service, state);
  } finally {
    await service.close();
  }
}

/** Opens a job of a service that has fewer jobs than the sandbox, whose rows may still be in sight. */
export async function openJob(workbench: Workbench, service: Service, row = /, 1 of \d{1,3}$/): Promise<void> {
  await workbench.set({ 'workflowJobs.baseUrl': service.url });
  await workbench.openViewContainer('Workflow Jobs');
  await workbench.openPage(workbench.row('Jobs', row));
}
