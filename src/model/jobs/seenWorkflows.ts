import * as z from 'zod/mini';
import type { Job, Named, ServiceClient } from '../../service/index.ts';
import { isSameJson } from '../util/json.ts';
import { type Memory, readStoredList } from '../util/memory.ts';
import { textSchema } from '../util/schemas.ts';
import { rememberWorkflows } from './job.ts';

const namedSchema = z.object({ key: textSchema, name: z.nullish(textSchema) });
const keptSchema = z.object({ key: textSchema, workflows: z.array(namedSchema) });

/** Most jobs whose workflows are stored. */
const mostKept = 200;

/** The workflows last seen for each job of the connected service; those of watched and started jobs are stored. */
export class SeenWorkflows {
  readonly #memory: Memory;
  #memoryName = '';
  #byKey = new Map<string, readonly Named[]>();
  /** Keys of watched and started jobs, newest last. */
  #kept = new Set<string>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** Switches to another service. The returned client records the workflows of each job it reads, and adds them to jobs that no longer name any. */
  connect(client: ServiceClient): ServiceClient {
    this.#memoryName = `workflows:${client.baseUrl.href}`;
    this.#byKey = new Map(readStoredList(keptSchema, this.#memory.get(this.#memoryName)).map(({ key, workflows }) => [key, workflows]));
    this.#kept = new Set(this.#byKey.keys());
    return {
      ...client,
      listJobs: async (page, signal) => {
        const answer = await client.listJobs(page, signal);
        for (const row of answer.jobs) if (row.kind === 'job') this.#takeIn(row.job);
        return answer;
      },
      getJob: async (key, signal) => this.#takeIn(await client.getJob(key, signal)),
      startJob: async (workflowKey, signal) => {
        const job = this.#takeIn(await client.startJob(workflowKey, signal));
        this.keep([job.key]);
        return job;
      },
    };
  }

  /** Stores the workflows of these jobs, now and after each change. */
  keep(keys: readonly string[]): void {
    const others = [...this.#kept].filter((key) => !keys.includes(key));
    this.#kept = new Set([...others, ...keys].slice(-mostKept));
    this.#save();
  }

  #takeIn(job: Job): Job {
    const active = job.activeWorkflows ?? [];
    if (active.length === 0) {
      const seen = this.#byKey.get(job.key);
      return seen === undefined ? job : rememberWorkflows(job, seen);
    }
    const isNews = this.#kept.has(job.key) && !isSameJson(active, this.#byKey.get(job.key));
    this.#byKey.set(job.key, active);
    if (isNews) this.#save();
    return job;
  }

  #save(): void {
    const kept = [...this.#kept].flatMap((key) => {
      const workflows = this.#byKey.get(key)?.map(({ key, name = null }) => ({ key, name }));
      return workflows === undefined ? [] : [{ key, workflows }];
    });
    if (!isSameJson(kept, this.#memory.get(this.#memoryName) ?? [])) this.#memory.set(this.#memoryName, kept);
  }
}
