import * as l10n from '@vscode/l10n';
import { useRef, useState } from 'preact/hooks';
import type { JobContent } from '../../model/jobPage/panelContent.ts';
import type { FromPage, PageActionKind } from '../../protocol/jobPage.ts';
import { phrase } from '../../text/phrase.ts';
import { formatDuration, minute } from '../../text/time.ts';
import { Button } from '../shared/elements.tsx';
import { Icon, type IconShape } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage, useSend } from '../shared/page.tsx';
import { AbsoluteTime } from '../shared/times.tsx';

interface Action {
  readonly kind: PageActionKind;
  readonly label: string;
  readonly icon?: IconShape;
  readonly isShown: boolean;
}

function ActionButtons({ actions }: { actions: readonly Action[] }) {
  const send = useSend<FromPage>();
  return actions
    .filter(({ isShown }) => isShown)
    .map(({ kind, icon, label }) => (
      <Button key={kind} id={kind} icon={icon} label={label} press={() => send({ kind })} />
    ));
}

export function Actions({ content }: { content: JobContent }) {
  const send = useSend<FromPage>();
  const { job, watched, isConnected, neighbours } = content;
  const actions: Action[] = [
    {
      kind: 'toggleWatch',
      icon: watched === true ? icons.eyeClosed : icons.eye,
      label: watched === true ? l10n.t('Stop Watching') : l10n.t('Watch'),
      isShown: watched !== null,
    },
    { kind: 'refresh', icon: icons.refresh, label: l10n.t('Refresh'), isShown: isConnected },
    {
      kind: 'startAnother',
      icon: icons.play,
      label: l10n.t('Start Another'),
      isShown: isConnected && job.state !== 'unreadable',
    },
  ];
  const steps = [
    { kind: 'previousJob', name: l10n.t('Previous Job'), isDisabled: !neighbours.previous },
    { kind: 'nextJob', name: l10n.t('Next Job'), isDisabled: !neighbours.next },
  ] as const;
  const hasNeighbours = steps.some(({ isDisabled }) => !isDisabled);
  return (
    <div data-section="actions" class="actions">
      <ActionButtons actions={actions} />
      <MoreActions content={content} />
      {hasNeighbours &&
        steps.map(({ kind, ...button }) => (
          <Button
            key={kind}
            id={kind}
            icon={icons.arrowDown}
            {...button}
            press={() => send({ kind })}
          />
        ))}
      <LoadStatus content={content} />
    </div>
  );
}

/** Shows a loading indicator, or the time when the details were last checked. */
function LoadStatus({
  content: { isLoading, notice, followedAt, detailsAsOf },
}: {
  content: JobContent;
}) {
  if (isLoading) {
    return (
      <span class="dim loading">
        <Icon of={icons.loading} />
        {l10n.t('Loading details…')}
      </span>
    );
  }
  if (followedAt === null) return null;
  if (notice === null) return <LiveStatus at={followedAt} />;
  return (
    detailsAsOf !== null && (
      <span class="dim">
        {phrase(l10n.t('Details as of {0}'), <AbsoluteTime at={detailsAsOf} isBrief />)}
      </span>
    )
  );
}

/**
 * Shows `Live · checked 3 s ago`, or `Checked 3 h ago` after two minutes without a poll. Screen
 * readers read only “Live”, because the age changes every second.
 */
function LiveStatus({ at }: { at: number }) {
  const { now } = usePage();
  const age = Math.max(now, at) - at;
  if (age >= 2 * minute)
    return <span class="dim">{l10n.t('Checked {0} ago', formatDuration(age))}</span>;
  return (
    <span class="dim">
      <span aria-hidden="true">{l10n.t('Live · checked {0} ago', formatDuration(age))}</span>
      <span class="visually-hidden">{l10n.t('Live')}</span>
    </span>
  );
}

/** Menu with less frequently used actions. */
function MoreActions({ content: { job, isConnected, hasWebPage } }: { content: JobContent }) {
  const hasKey = job.key !== null;
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLSpanElement>(null);
  const close = (returnsFocus: boolean) => {
    setOpen(false);
    if (returnsFocus) menu.current?.querySelector('button')?.focus();
  };
  const actions: Action[] = [
    { kind: 'compare', label: l10n.t('Compare With…'), isShown: isConnected },
    { kind: 'openJson', label: l10n.t('Open as JSON'), isShown: true },
    { kind: 'copyKey', label: l10n.t('Copy Key'), isShown: hasKey },
    { kind: 'copyLink', label: l10n.t('Copy Link'), isShown: isConnected && hasKey },
    { kind: 'openInBrowser', label: l10n.t('Open in Browser'), isShown: hasWebPage && hasKey },
  ];
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
        name={l10n.t('More Actions')}
        isExpanded={isOpen}
        press={() => setOpen(!isOpen)}
      />
      <span class="more-actions" hidden={!isOpen} onClick={() => close(true)}>
        <ActionButtons actions={actions} />
      </span>
    </span>
  );
}
