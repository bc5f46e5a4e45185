import { serve } from 'h3/node';
import { type AppOptions, createApp, prefix } from './app.ts';
import { type Variant, fieldVariants } from './catalog.ts';
import { type StartedSandboxJob, createJobStore } from './jobStore.ts';

/** Saved state of a sandbox. A new sandbox with the same seed can restore the jobs. */
export type SandboxData = {
  /**
   * Reference time for the sample jobs, in epoch milliseconds. The newest sample job starts shortly
   * before this time.
   */
  epoch: number;
  started: StartedSandboxJob[];
};

export type SandboxOptions = AppOptions & {
  /** Port to listen on. The default value 0 selects any free port. */
  port?: number;
  /** Seed for the sample jobs. Does not affect the fields and workflows. */
  seed?: number;
  /** Field set of the service. The `first` and `second` sets differ in some fields. */
  variant?: Variant;
  /** Number of sample jobs that exist when the service starts. */
  jobs?: number;
  /** If false, `activeWorkflows` becomes empty when a job completes, as in many services. */
  keepsWorkflows?: boolean;
  /** Clock speed. 1 is real time, 100 is a hundred times faster, and 0 stops the clock. */
  clockSpeed?: number;
  /** State of a previous sandbox to restore. */
  data?: SandboxData;
  /** Saves the state and base URL when the service starts and when a client starts a job. */
  persist?: (data: SandboxData, url: string) => void;
  /** Called with a log message once the service is running. */
  log?: (line: string) => void;
};

export type Sandbox = {
  /** Base URL of the service, including the path prefix. */
  url: string;
  port: number;
  /** Changes the speed of the service's clock. The current time does not jump. */
  setClockSpeed: (speed: number) => void;
  /** Closes the server and all open connections. */
  close: () => Promise<void>;
};

const hostname = '127.0.0.1';

/** Starts a local service with sample data, for tests and for trying out the extension. */
export async function serveSandbox({
  port = 0,
  seed = 1,
  variant = 'first',
  jobs: seeded = 4213,
  keepsWorkflows = true,
  clockSpeed: speed = 1,
  data: { epoch, started } = { epoch: Date.now(), started: [] },
  persist,
  log,
  ...options
}: SandboxOptions = {}): Promise<Sandbox> {
  let speedSince = Date.now();
  let timeThen = speedSince;
  const now = () => timeThen + (Date.now() - speedSince) * speed;
  let url = '';
  const fields = fieldVariants[variant];
  const persistData = () => persist?.({ epoch, started: jobs.started() }, url);
  const jobs = createJobStore({
    seed,
    seeded,
    epoch,
    fields,
    keepsWorkflows,
    before: started,
    onStarted: persistData,
  });
  const app = createApp({ fields, jobs, now }, options);

  // If the port is in use, the server would set the process exit code unless `manual` is set.
  const server = serve(app, {
    hostname,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
  });
  await server.serve();
  const actualPort = Number(new URL(server.url ?? '').port);
  url = `http://${hostname}:${actualPort}${prefix}`;
  persistData();
  log?.(`The sandbox service is running at ${url}. Use it only for trying and testing.`);

  return {
    url,
    port: actualPort,
    setClockSpeed(next) {
      [timeThen, speedSince, speed] = [now(), Date.now(), next];
    },
    close: () => server.close(true),
  };
}
