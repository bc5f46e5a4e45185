import { serve } from 'h3/node';
import { type AppOptions, createApp, prefix } from './app.ts';
import { type Variant, fieldsOf } from './catalog.ts';
import { type StartedJob, createJobStore } from './jobStore.ts';

export type { Variant };

/** What a sandbox needs to go on later with the same jobs, beside its seed. */
export type SandboxData = {
  /** Service time, in epoch milliseconds, at which its newest job from the start was young. */
  epoch: number;
  started: StartedJob[];
};

export type SandboxOptions = AppOptions & {
  /** 0, the default, means any free port. */
  port?: number;
  /**
   * Determines the jobs, with their number and the time of the start; fields and workflows do not depend on
   * it.
   */
  seed?: number;
  /** The second service has some other fields and options, for comparing. */
  variant?: Variant;
  /** Number of jobs at the start. */
  jobs?: number;
  /** Whether a completed job still names its workflows; in many services it does not. */
  keepsWorkflows?: boolean;
  /** 1 is real time, 100 is a hundred times faster, 0 stops the clock. */
  clockSpeed?: number;
  /** The data of an earlier sandbox, which goes on with the time that has passed. */
  data?: SandboxData;
  /** Called with the data and the base URL, at the start and after each started job. */
  persist?: (data: SandboxData, url: string) => void;
  /** Called with the startup line. */
  log?: (line: string) => void;
};

export type Sandbox = {
  /** Base URL, path prefix included. */
  url: string;
  port: number;
  /** Changes the speed from now on; past events keep their times. */
  setClockSpeed: (speed: number) => void;
  /** Ends open connections too. */
  close: () => Promise<void>;
};

const hostname = '127.0.0.1';
const bodyLimit = 16 * 1024;

/** Starts a local service that speaks the interface document, for trying the extension and for tests. */
export async function startSandbox({
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
  const fields = fieldsOf(variant);
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
  const service = { fields, jobs, url: () => url, now };
  const app = createApp(service, options);

  // `manual`, because otherwise a port in use also sets the exit code of the process.
  const server = serve(app, {
    hostname,
    port,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: bodyLimit,
  });
  try {
    await server.serve();
  } catch (cause) {
    throw listenError(cause as NodeJS.ErrnoException, port);
  }
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

function listenError(cause: NodeJS.ErrnoException, port: number): Error {
  const { code, message } = cause;
  const reason =
    code === 'EADDRINUSE'
      ? 'something else is listening there; choose another port, or 0 for any free one'
      : message;
  const sentence = `The sandbox service cannot listen on port ${port} of ${hostname}: ${reason}.`;
  return Object.assign(new Error(sentence, { cause }), { code });
}
