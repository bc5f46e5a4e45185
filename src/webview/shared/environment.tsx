import type { PageEnvironment } from '../../protocol/page.ts';
import { ServiceText } from './elements.tsx';

/** Which environment the page is of, in words; of production also in the colours that a status bar warns with. */
export function Environment({ environment }: { environment: PageEnvironment | null }) {
  return environment && <p data-section="environment" class={`environment small ${environment.kind}`}><ServiceText>{environment.line}</ServiceText></p>;
}
