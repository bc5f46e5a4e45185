import * as l10n from '@vscode/l10n';
import type { FirstJob, Panel } from '../../protocol/overview.ts';
import { visibleText } from '../../text/inert.ts';
import { formatAbsolute, formatLength } from '../../text/time.ts';
import { ServiceText } from '../shared/elements.tsx';
import { PanelView, type Send } from './panel.tsx';

interface FirstProps {
  panel: Panel<FirstJob[]>;
  /** The time of the report. */
  at: number;
  send: Send;
}

/** The jobs that may need attention, each a button that opens it, as `41 d · unchanged 9 d`. */
export function First({ panel, at, send }: FirstProps) {
  const lengthSince = (moment: number | null) => moment && formatLength(at - moment);
  return (
    <PanelView
      id="first"
      title={l10n.t('Look at these first')}
      panel={panel}
      keys={l10n.t('Arrow keys move; Enter opens a job.')}
      send={send}
    >
      {(jobs) => (
        <ol class="jobs">
          {jobs.map((job, row) => (
            <li key={job.id}>
              <button
                type="button"
                data-id={`first/${job.id}`}
                data-at={`${row},0`}
                tabIndex={-1}
                title={boundsOf(job, at)}
                onClick={() => send({ kind: 'openJob', id: job.id })}
              >
                <span class="job">
                  <strong>
                    <ServiceText>{job.title}</ServiceText>
                  </strong>{' '}
                  <span class="dim">
                    {job.step === null ? l10n.t('no step named') : <ServiceText>{job.step}</ServiceText>}
                  </span>
                </span>
                <span class={`since dim ${job.why}`}>
                  <span>{lengthSince(job.startedAt) ?? '–'}</span>
                  {job.updatedAt && ' · '}
                  {job.updatedAt && <span>{l10n.t('unchanged {0}', lengthSince(job.updatedAt) ?? '')}</span>}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </PanelView>
  );
}

/** Assignees and times in full. */
function boundsOf({ assignees, startedAt, updatedAt }: FirstJob, at: number): string {
  const since = (moment: number) => [formatLength(at - moment), formatAbsolute(moment)] as const;
  return [
    visibleText(assignees),
    startedAt && l10n.t('running for {0}, since {1}', ...since(startedAt)),
    updatedAt && l10n.t('unchanged for {0}, since {1}', ...since(updatedAt)),
  ]
    .filter(Boolean)
    .join('; ');
}
