/** A VS Code as the npm registry carries it: a `code-server` version, and the Node major version that it runs on. */
export interface VscodeRelease {
  readonly codeServer: string;
  readonly node: number;
}

/** VS Code 1.139. */
export const currentRelease: VscodeRelease = { codeServer: '4.139.1', node: 24 };

/** VS Code 1.104, the oldest that `engines.vscode` accepts. */
export const floorRelease: VscodeRelease = { codeServer: '4.104.0', node: 22 };
