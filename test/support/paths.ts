import { join, resolve } from 'node:path';

export const projectFolder = resolve(import.meta.dirname, '../..');

/** Ignored folder for downloads and state. */
export const vscodeTestFolder = join(projectFolder, '.vscode-test');

/** Ignored folder for logs, screenshots, and results. */
export const testResultsFolder = join(projectFolder, 'test-results');
