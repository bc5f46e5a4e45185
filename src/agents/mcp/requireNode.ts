import { writeSync } from 'node:fs';
import process from 'node:process';

/** Exit code for configuration errors (`EX_CONFIG` in `sysexits.h`). */
export const exitConfig = 78;

const minMajor = 20;
const { node: version } = process.versions;

// `server.ts` imports this module first, because other modules fail to load in older Node.js
// versions.
if (Number.parseInt(version, 10) < minMajor) {
  writeSync(2, `Workflow Jobs needs Node.js ${minMajor} or newer. This is Node.js ${version}.\n`);
  process.exit(exitConfig);
}
