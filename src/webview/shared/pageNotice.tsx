import * as l10n from '@vscode/l10n';
import type { PageNotice as NoticeContent } from '../../protocol/page.ts';
import { Button, Notice } from './elements.tsx';

type NoticeAction = NoticeContent['actions'][number];

/** The notice, with a button for each thing that helps. */
export function PageNotice({ notice, send }: { notice: NoticeContent | null; send: (message: { kind: NoticeAction }) => void }) {
  const labels: Record<NoticeAction, string> = {
    refresh: l10n.t('Try again'),
    loadMore: l10n.t('Load more jobs'),
    setApiKey: l10n.t('Set API Key…'),
    setBaseUrl: l10n.t('Set Base URL…'),
    switchBack: l10n.t('Switch back'),
    showLog: l10n.t('Show log'),
  };
  return (
    <Notice sentence={notice?.sentence}>
      {notice !== null && notice.actions.length > 0 && <div class="actions">{notice.actions.map((kind) => <Button key={kind} id={`notice/${kind}`} label={labels[kind]} press={() => send({ kind })} />)}</div>}
    </Notice>
  );
}
