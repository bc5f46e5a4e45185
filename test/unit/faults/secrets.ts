import { json, redirect, text } from '../../support/service/service.ts';
import { secret } from '../service/harness.ts';
import type { Fault } from './fault.ts';

const rejected = (title: string, body: unknown, message: string): Fault => ({
  title,
  respond: () => json(400, body),
  read: 'rejected',
  start: 'rejected',
  sentence: `{host} rejected {request} (HTTP 400). The service reported: ${message}`,
});

/** Responses that repeat the API key. */
export const secretFaults: readonly Fault[] = [
  rejected('the API key in a message', { message: `Who is ${secret}?` }, 'Who is •••?'),
  rejected(
    'the API key in the name of a field',
    { errors: { [secret]: 'is odd' } },
    '•••: is odd.',
  ),
  rejected(
    'the encoded API key',
    { message: `?key=${encodeURIComponent(secret)}&x` },
    '?key=•••&x.',
  ),
  {
    title: 'the API key in plain text',
    respond: () => text(500, `Invalid header: Bearer ${secret}`),
    read: 'serverFault',
    start: 'unknown',
    sentence:
      '{host} failed to process {request} (HTTP 500). The service reported: Invalid header: Bearer •••.',
    isTemporary: true,
  },
  {
    title: 'the API key in a redirect',
    respond: () => redirect(`https://x.example/${secret}/%6B${secret.slice(1)}?key=${secret}`),
    read: 'webPage',
    start: 'unknown',
    sentence:
      '{host} redirected {request} to https://x.example/•••/•••. Redirects are not followed, to protect the API key.',
  },
  {
    title: 'the API key in a web page',
    respond: () => text(200, `<html>${secret}`, 'text/html'),
    read: 'webPage',
    start: 'unknown',
    sentence: '{host} returned a web page instead of data for {request}.',
  },
  {
    title: 'the API key in a job',
    respond: ({ body, ...documented }) => ({
      ...documented,
      body: new TextEncoder().encode(
        new TextDecoder().decode(body).replace('Invoice Approval', `Invoice ${secret}`),
      ),
    }),
    read: 'success',
    start: 'succeeded',
  },
];
