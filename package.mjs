// Packages the extension. The time of the commit stands for that of every file, so that one commit always
// gives the same bytes.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const earliestInZip = '315532800';

function commitTime() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    // A source archive has no history.
    return earliestInZip;
  }
}

const { repository } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
// Without a repository vsce has no address for the README's links.
const withoutRepository = ['--allow-missing-repository', '--no-rewrite-relative-links'];
const vsce = [
  'node_modules/@vscode/vsce/vsce',
  'package',
  '--no-dependencies',
  ...(repository === undefined ? withoutRepository : []),
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
