import { type BaseUrl, readBaseUrl } from '../../service/index.ts';

type PastedAddress =
  | {
      readonly kind: 'valid';
      readonly baseUrl: BaseUrl;
      /** Request path that was removed from the URL, such as `/jobs?page=1`. */
      readonly cut: string | undefined;
    }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Parses a pasted URL. Removes a request path such as `/jobs`, and adds a missing scheme. */
export function readPastedAddress(text: string): PastedAddress {
  const trimmed = text.trim();
  const cut = /\/(?:jobs|fields)\/?(?:[?#].*)?$/.exec(trimmed)?.[0];
  const address = cut === undefined ? trimmed : trimmed.slice(0, -cut.length);
  const reading = readBaseUrl(withScheme(address));
  return reading.kind === 'valid' ? { ...reading, cut } : reading;
}

/** Explains why a pasted URL is invalid. Returns undefined if the URL is valid. */
export function pastedProblem(text: string): string | undefined {
  const pasted = readPastedAddress(text);
  return pasted.kind === 'invalid' ? pasted.problem : undefined;
}

/** Adds a missing URL scheme: `http` for the local machine, otherwise `https`. */
function withScheme(address: string): string {
  const beginsWithHost = /^(?:[\w-]+\.[\w.-]*\w|localhost|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i.test(
    address,
  );
  if (!beginsWithHost) return address;
  return /^(?:localhost|127\.|\[::1\])/i.test(address) ? `http://${address}` : `https://${address}`;
}
