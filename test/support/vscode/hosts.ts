/**
 * A VS Code release in the npm registry: a version of the `code-server` package, and the required
 * major version of Node.js.
 */
export interface VscodeRelease {
  readonly vscode: string;
  readonly codeServer: string;
  readonly node: number;
}

export const currentRelease: VscodeRelease = { vscode: '1.139', codeServer: '4.139.1', node: 24 };

/** Oldest VS Code version that `engines.vscode` permits. */
const floorRelease: VscodeRelease = { vscode: '1.104', codeServer: '4.104.0', node: 22 };

/**
 * Extension hosts that can be installed from the npm registry alone. `results` is the name of a
 * folder in `test-results`.
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
