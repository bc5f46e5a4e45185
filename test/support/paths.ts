import { join, resolve } from 'node:path';

export const projectFolder = resolve(import.meta.dirname, '../..');

/** Git-ignored: what is downloaded or kept between two runs. */
export const vscodeTestFolder = join(projectFolder, '.vscode-test');

/** Git-ignored: what a test run leaves for people to read. */
export const testResultsFolder = join(projectFolder, 'test-results');
