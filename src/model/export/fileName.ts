import type { ExportFormat } from './jobExport.ts';

/** The longest part of a name that says where the jobs are from. */
const longestPart = 40;

/** The name that an export is offered under: `jobs-live-eu.csv`, and `jobs.csv` of no environment. Any file system takes it. */
export function exportFileName(format: ExportFormat, environment = '', subject = 'jobs'): string {
  const words = environment.normalize('NFKC').toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const part = [...words.join('-')].slice(0, longestPart).join('').replace(/-$/, '');
  return `${subject}${part === '' ? '' : `-${part}`}.${format}`;
}
