import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/agents/operations.ts';
import { type OperationName, jsonSchemaOf } from '../../../src/agents/schemas.ts';
import { maxTimeout, readTaskDefinition } from '../../../src/model/tasks/taskDefinition.ts';
import { contributes } from './manifest.ts';

const { languageModelTools: tools, taskDefinitions } = contributes;

describe('package.json', () => {
  it('declares each tool with the description and input schema of its operation', () => {
    const names = Object.keys(operations) as OperationName[];
    expect(
      tools.map(({ name, modelDescription, inputSchema }) => ({
        name,
        modelDescription,
        inputSchema,
      })),
    ).toEqual(
      names.map((name) => ({
        name: `workflowJobs_${operations[name].id}`,
        modelDescription: operations[name].description,
        inputSchema: jsonSchemaOf(name).input,
      })),
    );
  });

  it('declares a when clause only for the tool that starts jobs', () => {
    const limited = tools.flatMap(({ name, when }) => (when === undefined ? [] : [[name, when]]));
    expect(limited).toEqual([
      ['workflowJobs_start_job', 'config.workflowJobs.agents.canStartJobs'],
    ]);
  });

  it('declares a unique reference name for each tool', () => {
    const names = tools.map(({ toolReferenceName }) => toolReferenceName);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((each) => !/^[a-zA-Z]+$/.test(each))).toEqual([]);
  });

  it('declares the task properties, defaults, and limits that the code uses', () => {
    const [{ type, required, properties }] = taskDefinitions;
    const defaults = Object.entries(properties).flatMap(([name, each]) =>
      each.default === undefined ? [] : [[name, each.default] as const],
    );
    expect([type, required]).toEqual(['workflow-job', ['workflow']]);
    expect(readTaskDefinition({ type, workflow: 'wf_a' })).toEqual({
      workflow: 'wf_a',
      ...Object.fromEntries(defaults),
    });
    const accepts = (name: string, text: string) =>
      new RegExp(properties[name]?.pattern ?? '$^').test(text);
    for (const text of ['600', '0.5', '${input:seconds}'])
      expect(accepts('timeout', text)).toBe(true);
    for (const text of ['true', 'false', '${input:wait}']) expect(accepts('wait', text)).toBe(true);
    expect([accepts('timeout', 'soon'), accepts('wait', 'no')]).toEqual([false, false]);
    expect(properties['timeout']).toMatchObject({ exclusiveMinimum: 0, maximum: maxTimeout });
  });
});
