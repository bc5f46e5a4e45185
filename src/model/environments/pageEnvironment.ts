import type { EnvironmentKind } from './environment.ts';

/** Environment that a page belongs to. `line` is a string such as `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: EnvironmentKind;
}
