import { join, resolve } from 'node:path';

export const projectFolder = resolve(import.meta.dirname, '../..');

/** Git-ignored folder for downloads and state. */
export const vscodeTestFolder = join(projectFolder, '.vscode-test');

/** Git-ignored folder for logs, screenshots, and results. */
export const testResultsFolder = join(projectFolder, 'test-results');
