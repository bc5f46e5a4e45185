import type { PageEnvironment } from '../../protocol/page.ts';
import { ServiceText } from '../shared/elements.tsx';

/** Where the job is, in words; of production also in the colours that a status bar warns with. */
export function Environment({ environment }: { environment: PageEnvironment | null }) {
  return environment && <p data-section="environment" class={`environment small ${environment.kind}`}><ServiceText>{environment.line}</ServiceText></p>;
}
