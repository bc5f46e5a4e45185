import * as z from 'zod/mini';
import { type OperationName, inputs } from './inputs.ts';
import { outputs } from './outputs.ts';

/** A JSON schema of an object. */
export interface ObjectSchema {
  readonly [member: string]: unknown;
  readonly type: 'object';
}

/**
 * The JSON schemas of an operation, as tools declare them: minimal, because assistants read them with every
 * question.
 */
export function jsonSchemaOf(name: OperationName): {
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
} {
  return { input: terse(inputs[name]), output: terse(outputs[name]) };
}

function terse(schema: z.ZodMiniType): ObjectSchema {
  // The schema of an input omits that further members are allowed.
  const { $schema: _dialect, ...members } = z.toJSONSchema(schema, { io: 'input' });
  return { ...members, type: 'object' };
}
