import * as l10n from '@vscode/l10n';
import type { JobNotice } from '../../model/jobPage/pageNotice.ts';
import type { PageEnvironment } from '../../model/environments/environment.ts';
import type { PageNotice as NoticeContent } from '../../model/wording/failureNotice.ts';
import { Button, ServiceText } from './elements.tsx';
import { Icon } from './icons.tsx';
import * as icons from './icons.tsx';
import { useSend } from './page.tsx';

type PageRemedy = JobNotice['actions'][number];

/**
 * Banner that describes a problem and offers solutions. Without a problem, the banner is empty
 * instead of removed, because screen readers announce only changes to existing elements.
 */
export function NoticeBanner({ notice }: { notice: NoticeContent<PageRemedy> | null }) {
  const send = useSend<{ kind: PageRemedy }>();
  const labels: Record<PageRemedy, string> = {
    refresh: l10n.t('Try Again'),
    setApiKey: l10n.t('Set API Key…'),
    setBaseUrl: l10n.t('Set Base URL…'),
    switchTo: l10n.t('Switch to {0}', notice?.switchTo ?? ''),
    showLog: l10n.t('Show Log'),
  };
  return (
    <div data-section="notice" class="notice">
      <p role="status">
        {notice !== null && (
          <>
            <Icon of={icons.warning} />
            <span>{notice.sentence}</span>
          </>
        )}
      </p>
      {notice !== null && notice.actions.length > 0 && (
        <div class="actions">
          {notice.actions.map((kind) => (
            <Button
              key={kind}
              id={`notice/${kind}`}
              label={labels[kind]}
              press={() => send({ kind })}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Environment name. A production environment appears in the warning color. */
export function EnvironmentBadge({ environment }: { environment: PageEnvironment | null }) {
  return (
    environment && (
      <p data-section="environment" class={`environment small ${environment.kind}`}>
        <ServiceText>{environment.line}</ServiceText>
      </p>
    )
  );
}
