import { noticeOfFailure } from '../../model/details/pageNotice.ts';
import type { Overview } from '../../model/overview/overview.ts';
import { failureText } from '../../model/wording/reports.ts';
import type { OverviewPageContent } from '../../protocol/overview.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { pagePlace } from '../environments/pagePlace.ts';

/** Everything that the overview's page shows of the service that the overview is of, which is the connected one. */
export function overviewContent({ baseUrl, state }: Overview, connection: Connection, environments: EnvironmentList): OverviewPageContent {
  if (baseUrl === undefined) {
    return { kind: 'empty', connection: '', environment: null, notice: { sentence: failureText(connection.absence), actions: ['setBaseUrl'] } };
  }
  const { service, environment } = pagePlace(baseUrl, environments);
  const { reading, scope, changedSince, panels, failure } = state;
  const notice = failure === null ? null : noticeOfFailure(failure);
  if (reading === null) return { kind: 'empty', connection: service, environment, notice };
  return { kind: 'overview', connection: service, environment, notice, reading, scope, changedSince, panels };
}
