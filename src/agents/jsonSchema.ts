import * as z from 'zod/mini';
import { type OperationName, inputs } from './inputs.ts';
import { outputs } from './outputs.ts';

/** A JSON schema of an object. */
export interface ObjectSchema {
  readonly [member: string]: unknown;
  readonly type: 'object';
}

/** The shapes of an operation as tools declare them. Assistants read them with every question, so nothing is in them that can be left out. */
export function jsonSchemaOf(name: OperationName): { readonly input: ObjectSchema; readonly output: ObjectSchema } {
  return { input: terse(inputs[name]), output: terse(outputs[name]) };
}

function terse(schema: z.ZodMiniType): ObjectSchema {
  // Read as an input, an object may have further members, which need not be said.
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, type: 'object' };
}
