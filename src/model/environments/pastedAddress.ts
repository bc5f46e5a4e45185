import * as l10n from '@vscode/l10n';
import { type BaseUrl, readBaseUrl } from '../../service/index.ts';

/** The base URLs that a typed or pasted address may mean, likeliest first. */
export interface PastedAddress {
  readonly candidates: readonly BaseUrl[];
  /** What was cut off because it belongs to one request, such as `/jobs?page=1`. */
  readonly cut: string | undefined;
}

type Pasted = ({ readonly kind: 'valid' } & PastedAddress) | { readonly kind: 'invalid'; problem: string };

/** Reads an address as people copy it: with the path of a request, or without a scheme. */
export function readPastedAddress(text: string): Pasted {
  const trimmed = text.trim();
  const cut = /\/(?:jobs|fields)\/?(?:[?#].*)?$/.exec(trimmed)?.[0];
  const address = cut === undefined ? trimmed : trimmed.slice(0, -cut.length);
  const readings = withSchemes(address).map(readBaseUrl);
  const candidates = readings.flatMap((reading) => (reading.kind === 'valid' ? [reading.baseUrl] : []));
  if (candidates.length > 0) return { kind: 'valid', candidates, cut };
  const [first] = readings;
  return first?.kind === 'invalid'
    ? first
    : { kind: 'invalid', problem: l10n.t('This is not a complete URL.') };
}

/** An address that begins with a host may be meant with either scheme. */
function withSchemes(address: string): readonly string[] {
  const beginsWithHost = /^(?:[\w-]+\.[\w.-]*\w|localhost|\[[\da-f:.]+\])(?::\d+)?(?:\/|$)/i.test(address);
  return beginsWithHost ? [`https://${address}`, `http://${address}`] : [address];
}
