import type { PanelParts } from './jobPanels.ts';
import { lazy } from './lazy.ts';

/** The job pages, their code loaded with the first page that is opened or restored. */
export function lazyJobPanels(parts: PanelParts) {
  return lazy(async () => new (await import('./onDemand.ts')).JobPanels(parts));
}
