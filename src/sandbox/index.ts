import { serve } from 'h3/node';
import { type AppOptions, createApp, prefix } from './app.ts';
import { type Variant, fieldVariants } from './catalog.ts';
import { type StartedSandboxJob, createJobStore } from './jobStore.ts';

/** State that, together with the seed, restores the jobs of an earlier sandbox. */
export type SandboxData = {
  /** Service time in epoch milliseconds. The newest seeded job started shortly before it. */
  epoch: number;
  started: StartedSandboxJob[];
};

export type SandboxOptions = AppOptions & {
  /** 0, the default, selects any free port. */
  port?: number;
  /** Determines the seeded jobs. Fields and workflows do not depend on it. */
  seed?: number;
  /** The second service has some different fields and options, so that the two can be compared. */
  variant?: Variant;
  /** Number of seeded jobs. */
  jobs?: number;
  /** Whether a completed job keeps its workflows. Many services remove them. */
  keepsWorkflows?: boolean;
  /** 1 is real time, 100 is a hundred times faster, and 0 stops the clock. */
  clockSpeed?: number;
  /** State of an earlier sandbox to continue from. Time has passed in the meantime. */
  data?: SandboxData;
  /** Called with the state and the base URL, at the start and after each started job. */
  persist?: (data: SandboxData, url: string) => void;
  /** Called with the startup line. */
  log?: (line: string) => void;
};

export type Sandbox = {
  /** Base URL, including the path prefix. */
  url: string;
  port: number;
  /** Changes the speed of the clock. Past events keep their times. */
  setClockSpeed: (speed: number) => void;
  /** Closes the server and all open connections. */
  close: () => Promise<void>;
};

const hostname = '127.0.0.1';
const bodyLimit = 16 * 1024;

/** Starts a local service with the same API as a real one, for tests and for trying the extension. */
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

  // Without `manual`, a port that is in use also sets the exit code of the process.
  const server = serve(app, {
    hostname,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: bodyLimit,
  });
  await server.serve();
  const actualPort = Number(new URL(server.url ?? '').port);
  url = `http://${hostname}:${actualPort}${prefix}`;
  persistData();
  log?.(`Sandbox service, for trying and testing only, listening on ${url}`);

  return {
    url,
    port: actualPort,
    setClockSpeed(next) {
      [timeThen, speedSince, speed] = [now(), Date.now(), next];
    },
    close: () => server.close(true),
  };
}
