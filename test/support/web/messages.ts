import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import type { TestResponse, ReceivedRequest } from '../service/responses.ts';
import type { HostResults } from '../report/report.ts';

/** URL path for calls from test suites in a browser worker to the process that started them. */
export const controlPath = '/test-control/';

/**
 * Functions that test suites in a browser worker can call in the process that started them.
 * Arguments and results are sent as JSON, except for response bodies.
 */
export interface Calls {
  options(nothing: null): SuiteOptions;
  results(results: HostResults): void;
  filesContaining(text: string): readonly string[];
  startService(options: { readonly cors: boolean }): Started;
  answer(
    answer: { readonly ticket: number } & (
      | { readonly answer: Omit<TestResponse, 'body'> }
      | { readonly failure: string }
    ),
  ): void;
  closeService(id: number): void;
  startSandbox(options: SandboxOptions): Started;
  setClockSpeed(change: { readonly id: number; readonly speed: number }): void;
  closeSandbox(id: number): void;
}

export interface SuiteOptions {
  readonly grep?: string | undefined;
  /** Seed for the order of suites and tests. */
  readonly seed: number;
}

export interface Started {
  readonly id: number;
  readonly url: string;
  readonly port: number;
}

/**
 * Messages from the process that starts the suites, sent as one JSON object per line. The suite
 * responds to a request with the same ticket number.
 */
export type ControlMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly ticket: number;
      readonly request: ReceivedRequest;
    }
  | { readonly kind: 'abandoned'; readonly id: number };
