import { oneLine } from '../../text/inert.ts';
import { isJsonObject } from './readable.ts';

/**
 * The sentence a service wrote into an error answer, whichever of the usual shapes it has (the shape is not shown,
 * section 7): `errors` as a list or as a map of field to messages, `message`, `error` as text or object, RFC 9457.
 */
export function serviceMessage(json: unknown): string | undefined {
  const parts = messagesIn(json);
  return parts.length === 0 ? undefined : oneLine(parts.slice(0, 5).join(' '), 500);
}

/** No service nests its messages deeper; an answer that does must not exhaust the stack. */
const deepest = 8;

/** Without what is blank: it would hide what says something. */
function messagesIn(json: unknown, depth = 0): string[] {
  if (!isJsonObject(json) || depth > deepest) return textsIn(json);
  const { errors, error, message, detail, title } = json;
  const said = [errorMessages(errors, depth), textsIn(message), messagesIn(error, depth + 1), textsIn(detail), textsIn(title)];
  return said.find(({ length }) => length > 0) ?? [];
}

function textsIn(value: unknown): string[] {
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function errorMessages(errors: unknown, depth: number): string[] {
  if (Array.isArray(errors)) return errors.flatMap((each) => messagesIn(each, depth + 1));
  if (!isJsonObject(errors)) return [];
  return Object.entries(errors).flatMap(([field, value]) => {
    const messages = (Array.isArray(value) ? value : [value]).flatMap(textsIn);
    return messages.length === 0 ? [] : [`${field}: ${messages.join(' ')}`];
  });
}
