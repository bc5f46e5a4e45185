// Packages the extension. The time of the commit stands for that of every file, so that one commit always
// gives the same bytes.
import { execFileSync } from 'node:child_process';

const earliestInZip = '315532800';

function commitTime() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    // A source archive has no history.
    return earliestInZip;
  }
}

const vsce = [
  'node_modules/@vscode/vsce/vsce',
  'package',
  '--no-dependencies',
  '--allow-missing-repository',
  '--no-rewrite-relative-links',
];
execFileSync(process.execPath, [...vsce, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // A zip holds local times, and vsce sorts by locale.
  env: {
    ...process.env,
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? commitTime(),
    TZ: 'UTC',
    LC_ALL: 'C',
  },
});
