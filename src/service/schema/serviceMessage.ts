import { oneLine } from '../../text/inert.ts';
import type { Mask } from './json.ts';
import { isJsonObject } from './readable.ts';

/**
 * Extracts the message from the JSON of a response. The interface document shows no shape (section 7), so
 * this reads the usual ones: `errors` as a list or as a map of field to messages, `message`, `error` as text
 * or object, and RFC 9457.
 */
export function serviceMessage(json: unknown, mask: Mask): string | undefined {
  const parts = messagesIn(json);
  if (parts.length === 0) return undefined;
  const listed = parts.reduce((before, part) => `${before}${/\p{STerm}$/u.test(before) ? '' : ';'} ${part}`);
  return oneLine(mask(listed), 500);
}

/** Messages nested deeper are ignored, so that no answer exhausts the stack. */
const deepest = 8;

/** Skips blank messages, which would hide the others. */
function messagesIn(json: unknown, depth = 0): string[] {
  if (!isJsonObject(json) || depth > deepest) return textsIn(json);
  const { errors, error, message, msg, detail, title } = json;
  const said = [
    errorMessages(errors, depth),
    textsIn(message ?? msg),
    messagesIn(error, depth + 1),
    errorMessages(detail, depth),
    textsIn(title),
  ];
  return said.find(({ length }) => length > 0) ?? [];
}

/** The texts that are not blank, of one or of a list. */
function textsIn(value: unknown): string[] {
  return [value]
    .flat()
    .flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? [each.trim()] : []));
}

function errorMessages(errors: unknown, depth: number): string[] {
  if (Array.isArray(errors)) return errors.flatMap((each) => messagesIn(each, depth + 1));
  if (!isJsonObject(errors)) return textsIn(errors);
  return Object.entries(errors).flatMap(([field, value]) => {
    const messages = textsIn(value);
    return messages.length === 0 ? [] : [`${field}: ${messages.join(', ')}`];
  });
}
