import * as l10n from '@vscode/l10n';
import type { GrowthPicture as Picture, Panel } from '../../protocol/overview.ts';
import { GrowthPicture } from './pictures/growthPicture.tsx';
import { PanelView, type Send } from './panel.tsx';

/** Jobs started and completed over time. */
export function Growth({ panel, send }: { panel: Panel<Picture>; send: Send }) {
  const keys = l10n.t(
    'Arrow keys move between the bars; Enter shows their jobs. Drag, or hold Shift, to choose a time.',
  );
  return (
    <PanelView id="growth" title={l10n.t('Is it growing?')} panel={panel} keys={keys} send={send}>
      {(picture) => <GrowthPicture picture={picture} send={send} />}
    </PanelView>
  );
}
