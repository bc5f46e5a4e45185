import { onTestFinished, vi } from 'vitest';
import { type Sandbox, type SandboxOptions, serveSandbox } from '../../../src/sandbox/index.ts';
import type { WireField, WireJob, WirePagination } from '../../../src/sandbox/wire.ts';

/** Time at which tests start. */
export const epoch = Date.parse('2026-10-01T12:00:00Z');

type Reply = { status: number; headers: Headers; body: unknown };
type FullJob = WireJob & {
  actions: { key: string; name: string }[];
  content: { fields: { key: string; name: string; type: string; value: string | null }[] };
  logs: { at: string; type: string; step?: string; message: string }[];
};

export type Client = {
  sandbox: Sandbox;
  /** Advances the fake clock. */
  pass: (ms: number) => void;
  send: (path: string, init?: RequestInit) => Promise<Reply>;
  fields: () => Promise<WireField[]>;
  page: (page: number) => Promise<{ jobs: WireJob[]; pagination: WirePagination }>;
  job: (key: string) => Promise<FullJob>;
  start: (workflowKey: string) => Promise<WireJob>;
};

/** Starts a sandbox with a fake clock, and closes it at the end of the test. */
export async function trySandbox(options: SandboxOptions = {}): Promise<Client> {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: epoch });
    onTestFinished(() => void vi.useRealTimers());
  }
  const sandbox = await serveSandbox(options);
  onTestFinished(() => sandbox.close());

  const send = async (path: string, init?: RequestInit): Promise<Reply> => {
    const response = await fetch(sandbox.url + path, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  const data = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const { status, body } = await send(path, init);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${JSON.stringify(body)}`);
    return (body as { data: T }).data;
  };
  return {
    sandbox,
    pass: (ms) => void vi.setSystemTime(Date.now() + ms),
    send,
    fields: async () => (await data<{ fields: WireField[] }>('/fields')).fields,
    page: (page) => data(`/jobs?page=${page}`),
    job: async (key) => (await data<{ job: FullJob }>(`/jobs/${key}`)).job,
    start: async (workflowKey) =>
      (await data<{ job: WireJob }>('/jobs', posting({ workflowKey }))).job,
  };
}

export function posting(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

export async function everyJob({ page }: Client): Promise<WireJob[]> {
  const first = await page(1);
  const jobs = [...first.jobs];
  for (let number = 2; number <= first.pagination.lastPage; number++)
    jobs.push(...(await page(number)).jobs);
  return jobs;
}
