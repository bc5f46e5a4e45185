import * as l10n from '@vscode/l10n';
import { type Mask, maskedText } from '../schema/json.ts';
import { ServiceError } from '../serviceError.ts';
import { unicodeEscape } from '../../text/untrustedText.ts';
import { abortable } from './retry.ts';
import type { HttpResponse } from './transport.ts';

export interface CredentialHeader {
  readonly name: string;
  readonly value: string;
  /** API key within `value`. Responses that repeat it are masked. */
  readonly secret: string;
}

/**
 * Creates the header that contains the API key. If the user pasted the key with its scheme, the scheme is not
 * repeated.
 */
export function credentialHeader(name: string, scheme: string, key: string): CredentialHeader {
  const isPrefixed = key.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  const secret = isPrefixed ? key.slice(scheme.length).trim() : key;
  return { name, value: scheme === '' ? secret : `${scheme} ${secret}`, secret };
}

/**
 * Reads the credential, which may prompt the user or the system. Rejects when aborted.
 * @throws {ServiceError} `invalidInput` if the secret storage fails. Nothing was sent.
 */
export async function readCredential(
  credential: () => Promise<CredentialHeader | undefined>,
  signal: AbortSignal,
): Promise<CredentialHeader | undefined> {
  const reading = credential().catch((cause: unknown) => {
    throw cause instanceof ServiceError ? cause : unreadableKey(cause);
  });
  await abortable((done) => void reading.then(done, done), signal);
  return reading;
}

function unreadableKey(cause: unknown): ServiceError {
  const sentence = l10n.t('The API key could not be read from the secret storage.');
  return new ServiceError('invalidInput', sentence, { advice: l10n.t('Set the API key again.'), cause });
}

/** Shorter keys and parts may also be ordinary words. */
const minSecretLength = 8;

/** Returns the API key and its parts, such as the token of a key that was pasted with its scheme. */
function secretsIn(key: string): string[] {
  return [...new Set([key, ...key.split(/\s+/)])].filter(({ length }) => length >= minSecretLength);
}

/** Returns a function that masks the API key and its parts, or undefined if the response contains neither. */
export function maskFor(
  { text: body, headers }: HttpResponse,
  header: CredentialHeader | undefined,
): Mask | undefined {
  if (header === undefined) return undefined;
  const text = body + (headers.get('location') ?? '');
  // Searches for escaped spellings only if the response contains escapes, because the search is slow.
  const hasEscapes = /[\\%]/.test(text);
  const patterns = secretsIn(header.secret).map((each) => (hasEscapes ? escapeTolerantPattern(each) : each));
  const mask = (part: string) =>
    patterns.reduce<string>((masked, pattern) => masked.replaceAll(pattern, maskedText), part);
  return mask(text) === text ? undefined : mask;
}

/** Matches the text with or without escapes: JSON escapes, nested JSON escapes, and percent-encoding. */
function escapeTolerantPattern(text: string): RegExp {
  const spellings = text.split('').map((character) => {
    const code = unicodeEscape(character).slice(1);
    return `\\\\{0,3}(?:\\${code}|${code}|%${code.slice(3)})`;
  });
  return new RegExp(spellings.join(''), 'gi');
}

/** Headers that belong to the message. `fetch` rejects them, or another value would corrupt the request. */
const reservedHeader =
  /^(?:accept|connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Returns the part of the header that cannot be sent, or undefined if the header is valid. */
export function headerProblem({
  name,
  value,
}: Pick<CredentialHeader, 'name' | 'value'>): 'name' | 'value' | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || reservedHeader.test(name)) return 'name';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(value) ? undefined : 'value';
}

/**
 * Validates the header before `fetch` does, because the error of `fetch` contains the value.
 * @throws {ServiceError} `invalidInput` if the header cannot be sent
 */
export function validateHeader({ name, value }: CredentialHeader): Record<string, string> {
  const problem = headerProblem({ name, value });
  if (problem === 'name') {
    const sentence = l10n.t(
      'The API key cannot be sent in the header that the apiKey.header setting contains.',
    );
    throw new ServiceError('invalidInput', sentence);
  }
  if (problem === 'value') {
    const sentence = l10n.t('The API key or its scheme contains characters that a header cannot contain.');
    throw new ServiceError('invalidInput', sentence, { advice: l10n.t('Set the API key again.') });
  }
  return { [name]: value };
}
