import type { EnvironmentKind } from './environment.ts';

/** Environment shown on a page. `line` is a label such as `Live · Production`. */
export interface PageEnvironment {
  line: string;
  kind: EnvironmentKind;
}
