import { currentRelease, floorRelease, type VscodeRelease } from './release.ts';

/** The extension hosts that the suites run in without a download from elsewhere than the npm registry. */
export const hosts = {
  current: { title: `VS Code ${currentRelease.vscode}`, release: currentRelease, results: 'host' },
  web: { title: `VS Code ${currentRelease.vscode}, in a browser’s worker`, release: currentRelease, results: 'host-web' },
  floor: { title: `VS Code ${floorRelease.vscode}`, release: floorRelease, results: 'host-floor' },
} as const satisfies Record<string, Host>;

interface Host {
  readonly title: string;
  readonly release: VscodeRelease;
  /** The folder in `test-results` that takes what a run leaves. */
  readonly results: string;
}

export type HostName = keyof typeof hosts;

export function isHostName(name: string): name is HostName {
  return Object.hasOwn(hosts, name);
}
