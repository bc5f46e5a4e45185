import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/agents/operations.ts';
import { type OperationName, jsonSchemaOf } from '../../../src/agents/schemas.ts';
import { longestTimeout, readTaskDefinition } from '../../../src/model/tasks/taskDefinition.ts';
import { readProjectFile } from './manifest.ts';

const manifestSchema = z.object({
  contributes: z.object({
    languageModelTools: z.array(
      z.object({
        name: z.string(),
        modelDescription: z.string(),
        toolReferenceName: z.string(),
        canBeReferencedInPrompt: z.literal(true),
        icon: z.string(),
        inputSchema: z.json(),
        when: z.optional(z.string()),
      }),
    ),
    taskDefinitions: z.array(
      z.object({
        type: z.string(),
        required: z.array(z.string()),
        properties: z.record(
          z.string(),
          z.object({
            type: z.union([z.string(), z.array(z.string())]),
            pattern: z.string().optional(),
            default: z.json().optional(),
            exclusiveMinimum: z.number().optional(),
            maximum: z.number().optional(),
          }),
        ),
      }),
    ),
  }),
});
const readContributes = async () =>
  manifestSchema.parse(JSON.parse(await readProjectFile('package.json'))).contributes;

describe('the tools of the manifest', () => {
  it('are the operations, with their descriptions and the shapes of what they take', async () => {
    const { languageModelTools } = await readContributes();
    const names = Object.keys(operations) as OperationName[];
    expect(
      languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
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

  it('are all there to read, and that which starts jobs only where assistants may', async () => {
    const limited = (await readContributes()).languageModelTools.flatMap(({ name, when }) =>
      when === undefined ? [] : [[name, when]],
    );
    expect(limited).toEqual([['workflowJobs_start_job', 'config.workflowJobs.agents.canStartJobs']]);
  });

  it('can be named in a chat, each by a word of its own', async () => {
    const words = (await readContributes()).languageModelTools.map(
      ({ toolReferenceName }) => toolReferenceName,
    );
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((each) => !/^[a-zA-Z]+$/.test(each))).toEqual([]);
  });
});

it('the task of the manifest has the members, defaults and bounds that a run reads', async () => {
  const { taskDefinitions } = await readContributes();
  const [{ type, required, properties } = { type: '', required: [], properties: {} }] = taskDefinitions;
  const defaults = Object.fromEntries(
    Object.entries(properties).flatMap(([name, each]) =>
      each.default === undefined ? [] : [[name, each.default]],
    ),
  );
  expect([type, required]).toEqual(['workflow-job', ['workflow']]);
  expect(readTaskDefinition({ type, workflow: 'wf_a' })).toEqual({ workflow: 'wf_a', ...defaults });
  const accepts = (name: string, text: string) => new RegExp(properties[name]?.pattern ?? '$^').test(text);
  for (const text of ['600', '0.5', '${input:seconds}']) expect(accepts('timeout', text)).toBe(true);
  for (const text of ['true', 'false', '${input:wait}']) expect(accepts('wait', text)).toBe(true);
  expect([accepts('timeout', 'soon'), accepts('wait', 'no')]).toEqual([false, false]);
  expect([properties['timeout']?.exclusiveMinimum, properties['timeout']?.maximum]).toEqual([
    0,
    longestTimeout,
  ]);
});
