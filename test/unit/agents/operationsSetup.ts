import { expect } from 'vitest';
import { type AgentService, runOperation } from '../../../src/agents/operations.ts';
import { type OperationName, type OutputOf, outputs } from '../../../src/agents/schemas.ts';
import type { Identity } from '../../../src/model/browsing/me.ts';
import type { Workflow } from '../../../src/model/starting/workflows.ts';
import type { ChangingClient } from '../../../src/service/index.ts';
import { aJob } from '../../support/service/builders.ts';
import type { TestResponse, Handler } from '../../support/service/service.ts';
import { connected, patient } from '../service/harness.ts';
import { jobOf } from '../../../src/model/starting/change.ts';
import { createSession } from '../model/createSession.ts';

/** Starts a service, and returns functions that run operations on it. */
export async function agentOf(
  handler: Handler | TestResponse,
  workflows: readonly Workflow[] = [],
  identity?: Identity,
) {
  const { client, service } = await connected(handler);
  return { ...operationsOf(client, workflows, identity), service };
}

/** Returns functions that run operations with a client. */
export function operationsOf(
  plain: ChangingClient,
  workflows: readonly Workflow[] = [],
  identity?: Identity,
) {
  const session = createSession(plain);
  if (identity !== undefined) session.browsing.setIdentity(identity);
  const agentService: AgentService = {
    session,
    start: async (key, signal) => {
      const change = { kind: 'startJob', key, name: key } as const;
      return jobOf(await session.change(change, { kind: 'person' }, (send) => send(signal)));
    },
    recentWorkflows: workflows,
  };
  const run = <Name extends OperationName>(name: Name, input: unknown = {}, budget?: number) =>
    runOperation(name, agentService, input, { signal: patient(), ...(budget && { budget }) });
  /** Runs an operation that must succeed. Checks its output against the schema. */
  const done = async <Name extends OperationName>(
    name: Name,
    input: unknown = {},
    budget?: number,
  ): Promise<OutputOf<Name>> => {
    const result = await run(name, input, budget);
    if (result.kind === 'failed') throw result.error;
    expect(outputs[name].parse(result.output)).toEqual(result.output);
    return result.output;
  };
  return { run, done };
}

/** Creates the jobs `job_1`, `job_2`, and so on. */
export const many = (count: number, overrides: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) =>
    aJob({ key: `job_${index + 1}`, ...overrides(index + 1) }),
  );

/** Properties of a completed job. */
export const completed = {
  activeWorkflows: [],
  activeSteps: [],
  completedAt: '2026-10-02T10:00:00Z',
};
