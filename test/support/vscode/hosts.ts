/**
 * A VS Code as the npm registry carries it: a `code-server` version, and the Node major version that it runs
 * on.
 */
export interface VscodeRelease {
  readonly vscode: string;
  readonly codeServer: string;
  readonly node: number;
}

export const currentRelease: VscodeRelease = { vscode: '1.139', codeServer: '4.139.1', node: 24 };

/** The oldest that `engines.vscode` accepts. */
const floorRelease: VscodeRelease = { vscode: '1.104', codeServer: '4.104.0', node: 22 };

/**
 * The extension hosts that the suites run in without a download from elsewhere than the npm registry; each
 * leaves its results in a folder of `test-results`.
 */
export const hosts = {
  current: { title: `VS Code ${currentRelease.vscode}`, release: currentRelease, results: 'host' },
  web: {
    title: `VS Code ${currentRelease.vscode}, in a browser’s worker`,
    release: currentRelease,
    results: 'host-web',
  },
  floor: { title: `VS Code ${floorRelease.vscode}`, release: floorRelease, results: 'host-floor' },
} as const;

export type HostName = keyof typeof hosts;

export function isHostName(name: string): name is HostName {
  return Object.hasOwn(hosts, name);
}
