import * as l10n from '@vscode/l10n';
import type { HttpResponse } from '../http/transport.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { parseResponse } from './json.ts';
import { isJsonObject } from './readable.ts';

/** Returns the service's error message as a sentence, or undefined if the response has none. */
export function serviceMessage(response: HttpResponse): string | undefined {
  const { text, mask = (unmasked) => unmasked } = response;
  const json = parseJson(response);
  const isPlain = json === undefined && !/^\s*[{[]/.test(text) && !isWebPage(response);
  const texts = textsIn(isPlain ? text : json).join('; ');
  const message = singleLine(mask(texts.replaceAll(/(?<=\p{STerm});/gu, '')), isPlain ? 300 : 500);
  if (message === '') return undefined;
  return /[\p{STerm}\u2026]$/u.test(message) ? message : `${message}.`;
}

/** Appends the error message from the service to a sentence. */
export function withMessage(sentence: string, message: string | undefined): string {
  return message === undefined
    ? sentence
    : l10n.t('{0} The service reported: {1}', sentence, message);
}

/** Parses a response as JSON. Returns undefined if the response is not valid JSON. */
export function parseJson({ text, mask }: HttpResponse): unknown {
  try {
    return parseResponse(text, mask);
  } catch {
    return undefined;
  }
}

/** Returns true if the response is HTML or XML, according to its content type or its text. */
export function isWebPage({ headers, text }: HttpResponse): boolean {
  return /\bhtml\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text);
}

/** Maximum nesting depth for the message search. The limit prevents a stack overflow. */
const maxMessageDepth = 8;

/**
 * Searches the common error properties, and returns the first strings found. Checks `errors` first,
 * because `errors` is usually more specific than `message`.
 */
function textsIn(json: unknown, depth = 0): readonly string[] {
  if (typeof json === 'string') return json.trim() === '' ? [] : [json.trim()];
  if (depth > maxMessageDepth) return [];
  if (Array.isArray(json)) return json.flatMap((each) => textsIn(each, depth + 1));
  if (!isJsonObject(json)) return [];
  const { errors, message, msg, error_description: description, error, detail, title } = json;
  const others = [message, msg, description, error, detail, title].map((each) =>
    textsIn(each, depth + 1),
  );
  return [errorTexts(errors, depth + 1), ...others].find(({ length }) => length > 0) ?? [];
}

/** Returns the messages in `errors`. An `errors` object contains messages for each field. */
function errorTexts(errors: unknown, depth: number): readonly string[] {
  if (!isJsonObject(errors)) return textsIn(errors, depth);
  return Object.entries(errors).flatMap(([field, messages]) => {
    const texts = textsIn(messages, depth + 1);
    return texts.length === 0 ? [] : [`${field}: ${texts.join(', ')}`];
  });
}
