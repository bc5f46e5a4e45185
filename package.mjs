// Packages the extension. Each file in the package has the time of the last commit, so that
// packaging a commit again produces the same package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** 1980-01-01, the earliest time that a ZIP file can contain, in epoch seconds. */
const earliestZipTime = '315532800';

function commitTime() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    // A downloaded source archive has no Git history.
    return earliestZipTime;
  }
}

/** README sections that are useful only to readers with a copy of the repository. */
const repositorySections = ['Try it', 'Install it', 'Contribute'];

/**
 * Returns the README for the package, without the sections about the repository. VS Code shows
 * images and links only if they have an HTTPS URL. vsce creates these URLs from the repository in
 * package.json. If there is no repository, removes images and all links without HTTPS.
 */
function packagedReadme(markdown) {
  const forUsers = markdown
    .split(/^## /m)
    .filter((section) => !repositorySections.includes(section.split('\n', 1)[0]))
    .join('## ');
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
  // vsce cannot create absolute links without a repository.
  ...(hasRepository ? [] : ['--allow-missing-repository', '--no-rewrite-relative-links']),
];
execFileSync(process.execPath, [...vsce, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // Sets the time zone and the locale, because ZIP files contain local times and vsce sorts file
  // names by locale.
  env: {
    ...process.env,
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? commitTime(),
    TZ: 'UTC',
    LC_ALL: 'C',
  },
});
