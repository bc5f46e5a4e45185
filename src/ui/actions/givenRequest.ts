import { l10n } from 'vscode';
import type * as z from 'zod/mini';
import { ServiceError, isJsonObject } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';

/** Returns true for a tree row. VS Code passes tree rows to commands in a view's toolbar. */
export function isRow(given: unknown): boolean {
  return isJsonObject(given) && 'kind' in given && 'id' in given;
}

/** Returns true for an object from a keybinding or script. Returns false for a tree row. */
export function isRequest(given: unknown): given is object {
  return isJsonObject(given) && !isRow(given);
}

/**
 * Validates an object from a keybinding or script.
 * @param refused start of the error message, such as `No job was started`
 * @throws {ServiceError} `invalidInput`, with the allowed properties in the message
 */
export function readRequest<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape, z.core.$strict>,
  given: object,
  refused: string,
): z.infer<typeof schema> {
  const reading = schema.safeParse(given);
  if (reading.success) return reading.data;
  const { issues } = reading.error;
  const [unknown] = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : [],
  );
  const name = unknown ?? issues[0]?.path[0];
  throw new ServiceError(
    'invalidInput',
    l10n.t(
      '{0}: “{1}” is unknown or has an invalid value. Allowed properties: {2}.',
      refused,
      singleLine(String(name), 60),
      Object.keys(schema.shape).join(', '),
    ),
  );
}
