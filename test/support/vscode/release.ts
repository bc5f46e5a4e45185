/** A VS Code as the npm registry carries it: a `code-server` version, and the Node major version that it runs on. */
export interface VscodeRelease {
  readonly vscode: string;
  readonly codeServer: string;
  readonly node: number;
}

export const currentRelease: VscodeRelease = { vscode: '1.139', codeServer: '4.139.1', node: 24 };

/** The oldest that `engines.vscode` accepts. */
export const floorRelease: VscodeRelease = { vscode: '1.104', codeServer: '4.104.0', node: 22 };
