import * as l10n from '@vscode/l10n';
import type { EmptyContent, FromPage, JobContent } from '../../protocol.ts';
import { Button } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import { usePage } from '../shared/viewState.ts';

export type Send = (message: FromPage) => void;

export function Actions({ content: { job, enriching, notice, watched, isConnected }, send }: { content: JobContent; send: Send }) {
  return (
    <div data-section="actions" class="actions">
      {watched !== null && (
        <Button id="watch" icon={watched ? 'eyeClosed' : 'eye'} label={watched ? l10n.t('Stop watching') : l10n.t('Watch')} class={watched ? 'secondary' : 'primary'} press={() => send({ kind: 'toggleWatch' })} />
      )}
      <Button id="refresh" icon="refresh" label={l10n.t('Refresh')} press={() => send({ kind: 'refresh' })} />
      {job.state !== 'unreadable' && isConnected && <Button id="startAnother" icon="play" label={l10n.t('Start another')} press={() => send({ kind: 'startAnother' })} />}
      <Button id="openJson" icon="json" label={l10n.t('Open as JSON')} press={() => send({ kind: 'openJson' })} />
      {notice !== null && <ShowLog send={send} />}
      {(isConnected || job.key !== null) && <MoreActions hasKey={job.key !== null} isConnected={isConnected} send={send} />}
      {enriching && (
        <span class="dim loading">
          <Icon name="loading" />
          {l10n.t('Loading details…')}
        </span>
      )}
    </div>
  );
}

export function EmptyActions({ content: { key, problem }, send }: { content: EmptyContent; send: Send }) {
  return (
    <div data-section="actions" class="actions">
      {problem !== null && <Button id="refresh" icon="refresh" label={l10n.t('Try again')} class="primary" press={() => send({ kind: 'refresh' })} />}
      {key !== null && <CopyKey send={send} />}
      {problem !== null && <ShowLog send={send} />}
    </div>
  );
}

/** The less used actions, expanded in place: a menu would cover the page. */
function MoreActions({ hasKey, isConnected, send }: { hasKey: boolean; isConnected: boolean; send: Send }) {
  const { place, dispatch } = usePage();
  const id = 'moreActions';
  const isOpen = place.open.has(id);
  return (
    <>
      <Button id={id} icon="ellipsis" name={l10n.t('More actions')} class="secondary ellipsis" isExpanded={isOpen} press={() => dispatch({ kind: 'toggle', list: 'open', id, isOn: !isOpen })} />
      <span class="more-actions" hidden={!isOpen}>
        {isConnected && <Button id="compare" icon="diff" label={l10n.t('Compare with…')} press={() => send({ kind: 'compare' })} />}
        {hasKey && <CopyKey send={send} />}
        {isConnected && hasKey && <Button id="copyLink" icon="link" label={l10n.t('Copy link')} press={() => send({ kind: 'copyLink' })} />}
      </span>
    </>
  );
}

function CopyKey({ send }: { send: Send }) {
  return <Button id="copyKey" icon="copy" label={l10n.t('Copy key')} press={() => send({ kind: 'copyKey' })} />;
}

function ShowLog({ send }: { send: Send }) {
  return <Button id="showLog" icon="listFlat" label={l10n.t('Show log')} press={() => send({ kind: 'showLog' })} />;
}
