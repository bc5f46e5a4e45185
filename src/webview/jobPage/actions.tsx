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
  const { job, watched, isConnected, isPreview } = content;
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
      {isPreview && (
        <Button id="keepOpen" label={l10n.t('Keep open')} press={(button) => keepOpen(button, send)} />
      )}
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

/** Whether the page is loading or follows the job, and since when. */
function ReadState({ content: { enriching, followedAt, detailsAsOf } }: Pick<ActionsProps, 'content'>) {
  if (enriching) {
    return (
      <span class="dim loading">
        <Icon of={icons.loading} />
        {l10n.t('Loading details…')}
      </span>
    );
  }
  if (followedAt === null) return null;
  if (detailsAsOf === null) return <Followed at={followedAt} />;
  return (
    <span class="dim">
      {phrase(l10n.t('Live · details as of {0}'), <AbsoluteTime at={detailsAsOf} isBrief />)}
    </span>
  );
}

/** Hands the focus on, because the button disappears. */
function keepOpen({ parentElement }: HTMLElement, send: Send): void {
  parentElement?.querySelector('button')?.focus();
  send({ kind: 'keepOpen' });
}

/**
 * `Live · updated 3 s ago`, or `Updated 3 h ago` where no poll came for two minutes, twice the longest
 * interval. Renders itself each second, because the rest of the page changes less often.
 */
function Followed({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const age = Math.max(now, at) - at;
  return (
    <span class="dim">
      {age < 2 * minute
        ? l10n.t('Live · updated {0} ago', formatDuration(age))
        : l10n.t('Updated {0} ago', formatDuration(age))}
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
