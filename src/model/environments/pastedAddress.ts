import { type BaseUrl, readBaseUrl } from '../../service/index.ts';

type PastedAddress =
  | {
      readonly kind: 'valid';
      readonly baseUrl: BaseUrl;
      /** The removed path of a request, such as `/jobs?page=1`. */
      readonly cut: string | undefined;
    }
  | { readonly kind: 'invalid'; readonly problem: string };

/** Parses a pasted address. Removes the path of a request, and adds a missing scheme. */
export function readPastedAddress(text: string): PastedAddress {
  const trimmed = text.trim();
  const cut = /\/(?:jobs|fields)\/?(?:[?#].*)?$/.exec(trimmed)?.[0];
  const address = cut === undefined ? trimmed : trimmed.slice(0, -cut.length);
  const reading = readBaseUrl(withScheme(address));
  return reading.kind === 'valid' ? { ...reading, cut } : reading;
}

/** Returns a sentence that explains why an address is invalid. */
export function pastedProblem(text: string): string | undefined {
  const pasted = readPastedAddress(text);
  return pasted.kind === 'invalid' ? pasted.problem : undefined;
}

/**
 * Adds a scheme to an address that begins with a host: `http` on this machine, otherwise `https`.
 */
function withScheme(address: string): string {
  const beginsWithHost = /^(?:[\w-]+\.[\w.-]*\w|localhost|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i.test(
    address,
  );
  if (!beginsWithHost) return address;
  return /^(?:localhost|127\.|\[::1\])/i.test(address) ? `http://${address}` : `https://${address}`;
}
