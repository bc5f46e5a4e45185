import * as l10n from '@vscode/l10n';
import type { OverviewPageContent } from '../../protocol/overview.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import { Environment, PageNotice } from '../shared/pageHead.tsx';
import { Duration } from './duration.tsx';
import { First } from './first.tsx';
import { Growth } from './growth.tsx';
import { Holders } from './holders.tsx';
import { Strip } from './strip.tsx';
import { Stuck } from './stuck.tsx';
import type { Send } from './panel.tsx';

/** The whole page, in reading order. */
export function OverviewView({ content, send }: { content: OverviewPageContent; send: Send }) {
  const { connection, environment, notice } = content;
  const panels = content.kind === 'show' ? content.panels : null;
  const at = content.kind === 'show' ? content.reading.at : 0;
  return (
    <>
      <PageNotice notice={notice} send={send} />
      <Environment environment={environment} />
      <header data-section="heading">
        <h1>{l10n.t('Overview')}</h1>
        {connection !== '' && (
          <p class="dim">
            <ServiceText>{connection}</ServiceText>
          </p>
        )}
      </header>
      {content.kind === 'show' && (
        <Strip
          reading={content.reading}
          scope={content.scope}
          isFailing={notice?.actions.includes('refresh')}
          send={send}
        />
      )}
      {panels === null && notice === null && (
        <p class="waiting">
          <Word>{l10n.t('Reading the first jobs…')}</Word>
        </p>
      )}
      {panels !== null && (
        <div class="panels">
          <Stuck panel={panels.stuck} send={send} />
          <First panel={panels.first} at={at} send={send} />
          <Growth panel={panels.growth} send={send} />
          <Duration panel={panels.duration} send={send} />
          <Holders panel={panels.holders} send={send} />
        </div>
      )}
    </>
  );
}
