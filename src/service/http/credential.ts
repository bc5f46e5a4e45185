import * as l10n from '@vscode/l10n';
import { type Mask, maskedText } from '../schema/json.ts';
import { ServiceError } from '../serviceError.ts';
import { unicodeEscape } from '../../text/untrustedText.ts';
import { abortable } from './retry.ts';

export interface CredentialHeader {
  readonly name: string;
  readonly value: string;
  /** API key without the scheme. The key is masked in responses. */
  readonly secret: string;
}

/**
 * Creates the API key header. Adds the scheme, unless the pasted key already starts with the
 * scheme.
 */
export function credentialHeader(name: string, scheme: string, key: string): CredentialHeader {
  const isPrefixed = key.toLowerCase().startsWith(`${scheme.toLowerCase()} `);
  const secret = isPrefixed ? key.slice(scheme.length).trim() : key;
  return { name, value: scheme === '' ? secret : `${scheme} ${secret}`, secret };
}

/**
 * Reads the API key, and prompts the user if necessary. Rejects if the signal is aborted.
 * @throws {ServiceError} `invalidInput` if the secret storage fails
 */
export async function readCredential(
  credential: () => Promise<CredentialHeader | undefined>,
  signal: AbortSignal,
): Promise<CredentialHeader | undefined> {
  const reading = credential().catch((cause: unknown) => {
    if (cause instanceof ServiceError) throw cause;
    const sentence = l10n.t('The API key could not be read from the secret storage.');
    const advice = l10n.t('Set the API key again.');
    throw new ServiceError('invalidInput', sentence, { advice, cause });
  });
  await abortable((done) => void reading.then(done, done), signal);
  return reading;
}

/** Minimum length of strings to mask. Shorter strings may be ordinary words. */
const minSecretLength = 8;

/**
 * Returns the strings to mask: the API key, and each word in the key. The user may have pasted
 * other words together with the key.
 */
function secretsIn(key: string): string[] {
  return [...new Set([key, ...key.split(/\s+/)])].filter(({ length }) => length >= minSecretLength);
}

/** Returns a function that masks the API key, or undefined if the text does not contain the key. */
export function maskFor({ secret }: CredentialHeader, text: string): Mask | undefined {
  // Patterns for escaped text are slow, so they are used only if the text contains escapes.
  const hasEscapes = /[\\%]/.test(text);
  const patterns = secretsIn(secret).map((each) =>
    hasEscapes ? escapeTolerantPattern(each) : each,
  );
  const mask = (part: string) =>
    patterns.reduce<string>((masked, pattern) => masked.replaceAll(pattern, maskedText), part);
  return mask(text) === text ? undefined : mask;
}

/** Creates a pattern that matches a string in plain, JSON-escaped, or percent-encoded form. */
function escapeTolerantPattern(text: string): RegExp {
  const spellings = text.split('').map((character) => {
    const code = unicodeEscape(character).slice(1);
    return `\\\\{0,3}(?:\\${code}|${code}|%${code.slice(3)})`;
  });
  return new RegExp(spellings.join(''), 'gi');
}

/** Returns which part of the header is invalid, or undefined if the header can be sent. */
export function headerProblem({
  name,
  value,
}: Pick<CredentialHeader, 'name' | 'value'>): 'name' | 'value' | undefined {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return 'name';
  return /^[\x20-\x7e\xa0-\xff]+$/.test(value) ? undefined : 'value';
}

/**
 * Validates the header before it is passed to `fetch`, because the `fetch` error for an invalid
 * header would contain the API key.
 * @throws {ServiceError} `invalidInput` if the header cannot be sent
 */
export function validateHeader({ name, value }: CredentialHeader): void {
  const problem = headerProblem({ name, value });
  if (problem === 'name') {
    const sentence = l10n.t(
      'The API key cannot be sent, because the header name in the workflowJobs.apiKey.header setting is invalid.',
    );
    throw new ServiceError('invalidInput', sentence);
  }
  if (problem === 'value') {
    const sentence = l10n.t(
      'The API key or its scheme contains characters that are not allowed in an HTTP header.',
    );
    throw new ServiceError('invalidInput', sentence, { advice: l10n.t('Set the API key again.') });
  }
}
