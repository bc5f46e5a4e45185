import * as l10n from '@vscode/l10n';
import type { DurationPicture as Picture, Panel } from '../../protocol/overview.ts';
import { formatDuration } from '../../text/time.ts';
import { TableHead, Word } from '../shared/elements.tsx';
import { CountView, GroupName } from './counts.tsx';
import { PanelView, type Send } from './panel.tsx';
import { DurationPicture } from './pictures/durationPicture.tsx';

/** The time that jobs take to finish. */
export function Duration({ panel, send }: { panel: Panel<Picture>; send: Send }) {
  return (
    <PanelView
      id="duration"
      title={l10n.t('How long does it take?')}
      panel={panel}
      keys={l10n.t('Left and Right move along the curve, Home and End to its ends.')}
      send={send}
    >
      {(picture) => (
        <div class="side-by-side">
          {picture.curve.length > 0 && (
            <div>
              <DurationPicture picture={picture} />
            </div>
          )}
          {picture.workflows.length > 0 && <Workflows workflows={picture.workflows} send={send} />}
        </div>
      )}
    </PanelView>
  );
}

function Workflows({ workflows, send }: { workflows: Picture['workflows']; send: Send }) {
  const time = (ms: number | null) =>
    ms === null ? <Word>{l10n.t('not known yet')}</Word> : formatDuration(ms);
  return (
    <table class="plain times" aria-label={l10n.t('Time by workflow')}>
      <TableHead
        columns={[
          { name: l10n.t('Workflow') },
          ...[l10n.t('jobs'), l10n.t('half within'), l10n.t('9 in 10 within')].map((name) => ({
            name,
            class: 'number',
          })),
        ]}
      />
      <tbody>
        {workflows.map(({ name, jobs, median, nineInTen }, row) => (
          <tr key={row}>
            <th scope="row">
              <GroupName name={name} />
            </th>
            <td class="number">
              <CountView id={`duration/${row}`} count={jobs} of={name} at={`${row},0`} send={send} />
            </td>
            <td class="number">{time(median)}</td>
            <td class="number">{time(nineInTen)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
