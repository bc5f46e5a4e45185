import { JobWaiter } from '../../model/following/jobWaiter.ts';
import type { ConnectedService } from './connection.ts';

const waiters = new WeakMap<ConnectedService, JobWaiter>();

/** What waits for jobs over a connection, made when it is first asked for. */
export function waiterOf(service: ConnectedService): JobWaiter {
  const known = waiters.get(service);
  if (known !== undefined) return known;
  const waiter = new JobWaiter(service.client);
  waiters.set(service, waiter);
  service.signal.addEventListener('abort', () => waiter.dispose(), { once: true });
  return waiter;
}
