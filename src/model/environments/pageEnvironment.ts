import type { EnvironmentKind } from './environment.ts';

/** Environment of a page's service. `line` is a text such as `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: EnvironmentKind;
}
