import { digest } from '../model/util/digest.ts';
import { ServiceError } from '../service/index.ts';
import type { OperationName } from './inputs.ts';

/** The call that a cursor belongs to: it continues only the same list, with the same filter, of the same service. */
interface CursorOwner {
  readonly name: OperationName;
  readonly service: { readonly client: { readonly baseUrl: { readonly href: string } } };
  readonly input: { readonly cursor?: string | undefined };
}

/** A cursor that holds these counts. */
export function cursorOf(owner: CursorOwner, counts: readonly number[]): string {
  return [...counts, digestOf(owner)].join('.');
}

/**
 * The counts of the input's cursor; none without a cursor.
 * @throws {ServiceError} `invalidInput` unless an answer to the same call ended with the cursor
 */
export function readCursor(owner: CursorOwner, length: number): readonly number[] {
  const { cursor } = owner.input;
  if (cursor === undefined) return [];
  const numbers = cursor.split('.').map(Number);
  const isValid = /^[\d.]+$/.test(cursor) && numbers.length === length + 1 && numbers.every(Number.isSafeInteger);
  if (!isValid) throw new ServiceError('invalidInput', 'The cursor is not one of an earlier answer.');
  if (numbers.pop() !== digestOf(owner)) throw new ServiceError('invalidInput', 'The cursor belongs to a call with other arguments or to another service. Start again without it.');
  return numbers;
}

function digestOf({ name, service, input: { cursor: _cursor, ...filter } }: CursorOwner): number {
  return digest(JSON.stringify([name, service.client.baseUrl.href, filter]));
}
