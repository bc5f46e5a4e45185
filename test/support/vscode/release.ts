/** A VS Code as the npm registry carries it: a `code-server` version, and the Node major version that it runs on. */
export interface VscodeRelease {
  readonly vscode: string;
  readonly codeServer: string;
  readonly node: number;
  /** Whether its native modules are built, which takes longer than the rest: without them it writes no log files. */
  readonly writesLogs: boolean;
}

export const currentRelease: VscodeRelease = { vscode: '1.139', codeServer: '4.139.1', node: 24, writesLogs: true };

/** The oldest that `engines.vscode` accepts. */
export const floorRelease: VscodeRelease = { vscode: '1.104', codeServer: '4.104.0', node: 22, writesLogs: false };
