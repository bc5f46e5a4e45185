import * as z from 'zod/mini';
import { type AnySummary, memberList } from '../model/jobs/members/jobMembers.ts';
import { parseTimestamp } from '../text/time.ts';

/**
 * Schema of a string argument. Also accepts integers, because language models write keys such as
 * `17` without quotes.
 */
const textArgument = z.pipe(
  z.transform((value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)),
  z.string({
    error: ({ input }) => (input === undefined ? 'Missing' : 'Write a string in quotes'),
  }),
);

/**
 * Creates a number argument that also accepts numbers in quotes.
 * @param problem error message for values that are not numbers
 */
function numberArgument(problem: string, ...checks: Parameters<z.ZodMiniNumber['check']>) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? Number(value) : value)),
    z.number(problem).check(...checks),
  );
}

const optionalText = z.optional(textArgument);
const cursorProblem = 'Write the cursor of an earlier output';
// Refinements do not appear in the JSON schema. The schema must stay small, because assistants read
// the schema with every question.
const isCursor = z.refine<number>(
  (value) => Number.isSafeInteger(value) && value > 0,
  cursorProblem,
);
const cursor = z.optional(numberArgument(cursorProblem, isCursor));
const timeProblem = 'Write an ISO 8601 timestamp with an offset, such as "2026-01-31T09:00:00Z"';
const isTime = z.refine<string>((value) => parseTimestamp(value) !== null, timeProblem);
const time = z.optional(z.string(timeProblem).check(isTime));
const states = ['active', 'completed', 'unknown'] as const;
const state = z.optional(z.enum(states, 'Write "active", "completed" or "unknown"'));
const secondsProblem = 'Write a number from 1 to 600';
const seconds = z.optional(
  numberArgument(secondsProblem, z.minimum(1, secondsProblem), z.maximum(600, secondsProblem)),
);

/**
 * Input schema of each operation. Unknown properties are rejected, so that misspelled filters are
 * not ignored.
 */
export const inputs = {
  listFields: z.strictObject({ text: optionalText, cursor }),
  listWorkflows: z.strictObject({}),
  findJobs: z.strictObject({
    state,
    workflow: optionalText,
    step: optionalText,
    assignee: optionalText,
    starter: optionalText,
    text: optionalText,
    startedFrom: time,
    startedBefore: time,
    cursor,
  }),
  getJob: z.strictObject({ key: textArgument, cursor }),
  waitForJob: z.strictObject({ key: textArgument, seconds }),
  startJob: z.strictObject({ workflowKey: textArgument }),
};

export type OperationName = keyof typeof inputs;
export type InputOf<Name extends OperationName> = z.infer<(typeof inputs)[Name]>;

const someText = z.optional(z.string());
const someNames = z.optional(z.array(z.string()));
const nextCursor = z.optional(z.number());

/** Returns the schemas for the job properties in a summary. */
function memberSummaries() {
  const members = memberList.flatMap(({ summary }) =>
    summary === null
      ? []
      : [[summary.name, summary.kind === 'names' ? someNames : someText] as const],
  );
  return Object.fromEntries(members) as {
    [Each in AnySummary as Each['name']]: Each['kind'] extends 'names'
      ? typeof someNames
      : typeof someText;
  };
}

const jobSummary = z.object({ key: z.string(), state: z.enum(states), ...memberSummaries() });
export type JobSummary = z.infer<typeof jobSummary>;

/**
 * Output schema of each operation. To get the next part of an output, call the operation again with
 * `cursor`.
 */
export const outputs = {
  listFields: z.object({
    fields: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        type: z.string(),
        required: z.optional(z.boolean()),
        options: z.optional(z.array(z.object({ key: z.string(), label: z.string() }))),
      }),
    ),
    total: z.number(),
    cursor: nextCursor,
  }),
  listWorkflows: z.object({ workflows: z.array(z.object({ key: z.string(), name: z.string() })) }),
  findJobs: z.object({
    jobs: z.array(jobSummary),
    read: z.string(),
    note: someText,
    cursor: nextCursor,
  }),
  getJob: z.object({
    job: jobSummary,
    fields: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
    log: someNames,
    cursor: nextCursor,
  }),
  waitForJob: z.object({
    outcome: z.enum(['completed', 'gone', 'stillActive', 'unreachable']),
    job: jobSummary,
    lastSeen: someText,
  }),
  startJob: jobSummary,
} satisfies Record<OperationName, z.ZodMiniType>;

export type OutputOf<Name extends OperationName> = z.infer<(typeof outputs)[Name]>;

export type ObjectSchema = ReturnType<typeof objectSchema>;

/**
 * Returns the JSON schemas of an operation. The schemas are small, because assistants read them
 * with every question.
 */
export function jsonSchemaOf(name: OperationName): { input: ObjectSchema; output: ObjectSchema } {
  return { input: objectSchema(inputs[name]), output: objectSchema(outputs[name]) };
}

function objectSchema(schema: z.ZodMiniType) {
  // The option `io: 'input'` omits `additionalProperties: false` and so keeps output schemas small.
  const { $schema: _, ...members } = z.toJSONSchema(schema, { io: 'input' });
  return { ...members, type: 'object' as const };
}
