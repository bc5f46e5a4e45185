import { join, resolve } from 'node:path';

export const projectFolder = resolve(import.meta.dirname, '../..');

/** Git-ignored folder for downloaded programs and their state. */
export const vscodeTestFolder = join(projectFolder, '.vscode-test');

/** Git-ignored folder for test logs, screenshots, and test results. */
export const testResultsFolder = join(projectFolder, 'test-results');
