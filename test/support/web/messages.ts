import type { SandboxOptions } from '../../../src/sandbox/index.ts';
import type { Answer, SeenRequest } from '../service/answers.ts';
import type { HostResults } from '../report.ts';

/** Where suites in a browser's worker find the process that started them, on the origin of their window. */
export const controlPath = '/test-control/';

/** What a suite asks of that process. All of it travels as JSON, but for the body of an answer. */
export interface Calls {
  options(nothing: null): SuiteOptions;
  results(results: HostResults): void;
  filesHolding(text: string): readonly string[];
  startService(options: { readonly cors: boolean }): Started;
  answer(
    answer: { readonly ticket: number } & (
      | { readonly answer: Omit<Answer, 'body'> }
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
  /** What the order of suites and tests follows from. */
  readonly seed: number;
}

export interface Started {
  readonly id: number;
  readonly url: string;
  readonly port: number;
}

/**
 * What that process tells, a line each. Who asked a service waits until the suite took the ticket: no answer
 * comes before the suite knows of its request.
 */
export type Told =
  | { readonly kind: 'request'; readonly id: number; readonly ticket: number; readonly request: SeenRequest }
  | { readonly kind: 'abandoned'; readonly id: number };
