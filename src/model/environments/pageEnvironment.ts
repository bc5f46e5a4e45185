import type { EnvironmentKind } from './environment.ts';

/** The environment of a page's service: `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: EnvironmentKind;
}
