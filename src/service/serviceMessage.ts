import { oneLine } from '../text/inert.ts';
import { isJsonObject } from './wire.ts';

/**
 * The sentence a service wrote into an error answer, whichever of the usual shapes it has (the shape is not shown,
 * section 7): `errors` as a list or as a map of field to messages, `message`, `error` as text or object, RFC 9457.
 */
export function serviceMessage(json: unknown): string | undefined {
  const parts = messagesIn(json).map((part) => part.trim()).filter((part) => part !== '');
  return parts.length === 0 ? undefined : oneLine(parts.slice(0, 5).join(' '), 500);
}

/** No service nests its messages deeper; an answer that does must not exhaust the stack. */
const deepest = 8;

function messagesIn(json: unknown, depth = 0): string[] {
  if (typeof json === 'string') return [json];
  if (!isJsonObject(json) || depth > deepest) return [];
  const { errors, error, message, detail, title } = json;
  const listed = errorMessages(errors, depth);
  if (listed.length > 0) return listed;
  if (typeof message === 'string') return [message];
  if (typeof error === 'string') return [error];
  if (isJsonObject(error)) return messagesIn(error, depth + 1);
  if (typeof detail === 'string') return [detail];
  if (typeof title === 'string') return [title];
  return [];
}

function errorMessages(errors: unknown, depth: number): string[] {
  if (Array.isArray(errors)) return errors.flatMap((each) => (typeof each === 'string' ? [each] : messagesIn(each, depth + 1)));
  if (!isJsonObject(errors)) return [];
  return Object.entries(errors).flatMap(([field, value]) => {
    const messages = (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string');
    return messages.length === 0 ? [] : [`${field}: ${messages.join(' ')}`];
  });
}
