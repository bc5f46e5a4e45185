import { serve } from 'h3/node';
import { type AppOptions, createApp, prefix } from './app.ts';
import { type Variant, fieldVariants } from './catalog.ts';
import { type StartedSandboxJob, createJobStore } from './jobStore.ts';

/** State that restores the jobs of an earlier sandbox with the same seed. */
export type SandboxData = {
  /** Time shortly after the start of the newest seeded job, in epoch milliseconds. */
  epoch: number;
  started: StartedSandboxJob[];
};

export type SandboxOptions = AppOptions & {
  /** Port to listen on. The default 0 selects any free port. */
  port?: number;
  /** Determines the seeded jobs, but not the fields and workflows. */
  seed?: number;
  /** Which of the two sets of fields the service has. */
  variant?: Variant;
  /** Number of jobs at the start. */
  jobs?: number;
  /** False if completed jobs have no workflows, as in many services. */
  keepsWorkflows?: boolean;
  /** Speed of the clock: 1 is real time, 100 is a hundred times faster, and 0 stops the clock. */
  clockSpeed?: number;
  /** State of an earlier sandbox to continue from. */
  data?: SandboxData;
  /**
   * Called with the state and the base URL at the start, and after each job that a client starts.
   */
  persist?: (data: SandboxData, url: string) => void;
  /** Called with a message when the service has started. */
  log?: (line: string) => void;
};

export type Sandbox = {
  /** Base URL, including the path prefix. */
  url: string;
  port: number;
  /** Changes the speed of the clock. The current time and past events stay the same. */
  setClockSpeed: (speed: number) => void;
  /** Closes the server and all open connections. */
  close: () => Promise<void>;
};

const hostname = '127.0.0.1';
const bodyLimit = 16 * 1024;

/** Starts a local service with sample data, for tests and for trying the extension. */
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

  // Without `manual`, the server sets the exit code of the process if the port is in use.
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
