// Packages the extension. The time of the commit stands for that of every file, so that one commit always
// gives the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const earliestInZip = '315532800';

function commitTime() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    // A source archive has no history.
    return earliestInZip;
  }
}

/**
 * The README for the page of the installed extension. The page blocks pictures and links without an https
 * address. Without a repository, which gives them one, both are removed.
 */
function packagedReadme(markdown) {
  const [forUsers] = markdown.split('## From the repository\n');
  if (hasRepository) return forUsers;
  return forUsers.replace(/^!\[.*\n\n/gm, '').replace(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, '$1');
}

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const hasRepository = JSON.parse(read('package.json')).repository !== undefined;
const readmePath = 'dist/README.md';
mkdirSync('dist', { recursive: true });
writeFileSync(readmePath, packagedReadme(read('README.md')));
const vsce = [
  'node_modules/@vscode/vsce/vsce',
  'package',
  '--no-dependencies',
  '--readme-path',
  readmePath,
  // vsce needs a repository to make links absolute.
  ...(hasRepository ? [] : ['--allow-missing-repository', '--no-rewrite-relative-links']),
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
