import * as l10n from '@vscode/l10n';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EmptyContent, JobContent } from '../../model/jobPage/panelContent.ts';
import type { FromPage } from '../../protocol/jobPage.ts';
import { phrase } from '../../text/phrase.ts';
import { formatDuration, minute } from '../../text/time.ts';
import { Button } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import { AbsoluteTime } from '../shared/times.tsx';
import * as icons from '../shared/icons.tsx';

export type Send = (message: FromPage) => void;

interface ActionsProps {
  content: JobContent;
  send: Send;
}

export function Actions({ content, send }: ActionsProps) {
  const { job, watched, isConnected } = content;
  return (
    <div data-section="actions" class="actions">
      {watched !== null && (
        <Button
          id="watch"
          icon={watched ? icons.eyeClosed : icons.eye}
          label={watched ? l10n.t('Stop watching') : l10n.t('Watch')}
          press={() => send({ kind: 'toggleWatch' })}
        />
      )}
      {isConnected && (
        <Button
          id="refresh"
          icon={icons.refresh}
          label={l10n.t('Refresh')}
          press={() => send({ kind: 'refresh' })}
        />
      )}
      {job.state !== 'unreadable' && isConnected && (
        <Button
          id="startAnother"
          icon={icons.play}
          label={l10n.t('Start another')}
          press={() => send({ kind: 'startAnother' })}
        />
      )}
      <MoreActions content={content} send={send} />
      <Neighbours content={content} send={send} />
      <ReadState content={content} />
    </div>
  );
}

function Neighbours({ content: { neighbours }, send }: ActionsProps) {
  const { previous, next } = neighbours;
  if (!previous && !next) return null;
  return (
    <>
      <Button
        id="previousJob"
        icon={icons.arrowDown}
        name={l10n.t('Previous job')}
        isDisabled={!previous}
        press={() => send({ kind: 'previousJob' })}
      />
      <Button
        id="nextJob"
        icon={icons.arrowDown}
        name={l10n.t('Next job')}
        isDisabled={!next}
        press={() => send({ kind: 'nextJob' })}
      />
    </>
  );
}

/** Whether the page is loading or follows the job, and since when. A notice replaces this, except for the time. */
function ReadState({ content }: Pick<ActionsProps, 'content'>) {
  const { enriching, notice, followedAt, detailsAsOf } = content;
  if (enriching) {
    return (
      <span class="dim loading">
        <Icon of={icons.loading} />
        {l10n.t('Loading details…')}
      </span>
    );
  }
  if (followedAt === null) return null;
  if (notice === null) return <Followed at={followedAt} />;
  return (
    detailsAsOf !== null && (
      <span class="dim">
        {phrase(l10n.t('Details as of {0}'), <AbsoluteTime at={detailsAsOf} isBrief />)}
      </span>
    )
  );
}

/**
 * `Live · checked 3 s ago`, or `Checked 3 h ago` if no poll came for two minutes, twice the longest interval.
 * Renders itself each second, because the rest of the page changes less often. Screen readers only read what
 * does not change each second.
 */
function Followed({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(now, at) - at;
  if (age >= 2 * minute) return <span class="dim">{l10n.t('Checked {0} ago', formatDuration(age))}</span>;
  return (
    <span class="dim">
      <span aria-hidden="true">{l10n.t('Live · checked {0} ago', formatDuration(age))}</span>
      <span class="visually-hidden">{l10n.t('Live')}</span>
    </span>
  );
}

export function EmptyActions({
  content: {
    page: { key },
  },
  send,
}: {
  content: EmptyContent;
  send: Send;
}) {
  return (
    <div data-section="actions" class="actions">
      {key !== '' && (
        <Button
          id="copyKey"
          icon={icons.copy}
          label={l10n.t('Copy key')}
          press={() => send({ kind: 'copyKey' })}
        />
      )}
    </div>
  );
}

/** The less frequent actions, in a menu. */
function MoreActions({ content: { job, isConnected, hasWebPage }, send }: ActionsProps) {
  const hasKey = job.key !== null;
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) menu.current?.querySelector('button')?.focus();
  };
  const choose: Send = (message) => {
    close(true);
    send(message);
  };
  return (
    <span
      ref={menu}
      onKeyDown={({ key }) => isOpen && key === 'Escape' && close(true)}
      onFocusOut={({ relatedTarget }) =>
        !(relatedTarget instanceof Node && menu.current?.contains(relatedTarget)) && close(false)
      }
    >
      <Button
        id="moreActions"
        icon={icons.ellipsis}
        name={l10n.t('More actions')}
        isExpanded={isOpen}
        press={() => setOpen(!isOpen)}
      />
      <span class="more-actions" hidden={!isOpen}>
        {isConnected && (
          <Button id="compare" label={l10n.t('Compare with…')} press={() => choose({ kind: 'compare' })} />
        )}
        <Button id="openJson" label={l10n.t('Open as JSON')} press={() => choose({ kind: 'openJson' })} />
        {hasKey && (
          <Button id="copyKey" label={l10n.t('Copy key')} press={() => choose({ kind: 'copyKey' })} />
        )}
        {isConnected && hasKey && (
          <Button id="copyLink" label={l10n.t('Copy link')} press={() => choose({ kind: 'copyLink' })} />
        )}
        {hasWebPage && hasKey && (
          <Button
            id="openInBrowser"
            label={l10n.t('Open in browser')}
            press={() => choose({ kind: 'openInBrowser' })}
          />
        )}
      </span>
    </span>
  );
}
