import { l10n } from 'vscode';
import type * as z from 'zod/mini';
import { ServiceError, isJsonObject } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';

/** Whether an argument is a row: VS Code passes that with the focus to commands in the title bar of its view. */
export function isRow(given: unknown): boolean {
  return isJsonObject(given) && 'kind' in given && 'id' in given;
}

/** Whether an argument is an object of a keybinding or script. */
export function isRequest(given: unknown): given is object {
  return isJsonObject(given) && !isRow(given);
}

/**
 * An object from a keybinding or script.
 * @param refused what was not done because of a mistake in it
 * @throws {ServiceError} `invalidInput`, which names the members that exist
 */
export function readRequest<Shape extends z.core.$ZodLooseShape>(
  schema: z.ZodMiniObject<Shape, z.core.$strict>,
  given: object,
  refused: string,
): z.infer<typeof schema> {
  const reading = schema.safeParse(given);
  if (reading.success) return reading.data;
  const { issues } = reading.error;
  const [unknown] = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const name = unknown ?? issues[0]?.path[0];
  throw new ServiceError(
    'invalidInput',
    l10n.t(
      '{0}: “{1}” is unknown or has an invalid value. Allowed members: {2}.',
      refused,
      oneLine(String(name), 60),
      Object.keys(schema.shape).join(', '),
    ),
  );
}
