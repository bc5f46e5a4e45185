import * as l10n from '@vscode/l10n';
import type { FirstJob, Panel } from '../../protocol/overview.ts';
import { oneLine, visibleText } from '../../text/inert.ts';
import { formatAbsolute, formatLength } from '../../text/time.ts';
import { phrase, ServiceText, Word } from '../shared/elements.tsx';
import { useMarks } from '../shared/pictures.ts';
import { PanelView, type Send } from './panel.tsx';

interface FirstProps {
  panel: Panel<FirstJob[]>;
  /** The time of the report. */
  at: number;
  send: Send;
}

/** The jobs that may need attention, each a button that opens it. */
export function First({ panel, at, send }: FirstProps) {
  return (
    <PanelView
      id="first"
      title={l10n.t('Look at these first')}
      panel={panel}
      instructions={l10n.t('Arrow keys move from job to job; Enter opens it.')}
      send={send}
    >
      {(jobs) => <Jobs jobs={jobs} now={at} send={send} />}
    </PanelView>
  );
}

function Jobs({ jobs, now, send }: { jobs: readonly FirstJob[]; now: number; send: Send }) {
  const marks = useMarks<HTMLOListElement>();
  return (
    <ol {...marks} class="jobs" aria-labelledby="heading-first">
      {jobs.map((job, row) => {
        const bounds = boundsOf(job, now);
        return (
          <li key={job.id}>
            <button
              type="button"
              data-id={`first/${job.id}`}
              data-at={`${row},0`}
              tabIndex={-1}
              onClick={() => send({ kind: 'openJob', id: job.id })}
            >
              <span class="job">
                <strong>
                  <ServiceText>{oneLine(job.title, 120)}</ServiceText>
                </strong>{' '}
                <span class="dim">
                  {job.step === null ? (
                    l10n.t('no step named')
                  ) : (
                    <ServiceText>{oneLine(job.step, 120)}</ServiceText>
                  )}
                </span>
              </span>
              <Since job={job} bounds={bounds} now={now} />
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** `41 d · unchanged 9 d`, with the reason for listing the job emphasised. */
function Since({
  job: { startedAt, updatedAt, why },
  bounds,
  now,
}: {
  job: FirstJob;
  bounds: string;
  now: number;
}) {
  const age = startedAt === null ? <Word>–</Word> : formatLength(now - startedAt);
  const silent = updatedAt !== null && (
    <span class={why === 'oldest' ? undefined : 'why'}>
      {phrase(l10n.t('unchanged {0}'), formatLength(now - updatedAt))}
    </span>
  );
  return (
    <span class="since dim" title={bounds}>
      <span class={why === 'silent' ? undefined : 'why'}>{age}</span>
      {silent && (
        <>
          {' · '}
          {silent}
        </>
      )}
      <span class="visually-hidden">; {bounds}</span>
    </span>
  );
}

/** Assignees and times in full. */
function boundsOf({ assignees, startedAt, updatedAt }: FirstJob, now: number): string {
  const since = (at: number) => [formatLength(now - at), formatAbsolute(at)] as const;
  return [
    ...(assignees === '' ? [] : [visibleText(assignees)]),
    ...(startedAt === null ? [] : [l10n.t('running for {0}, since {1}', ...since(startedAt))]),
    ...(updatedAt === null ? [] : [l10n.t('unchanged for {0}, since {1}', ...since(updatedAt))]),
  ].join('; ');
}
