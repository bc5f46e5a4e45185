// Packages the extension. Each file gets the time of the last commit, so that a commit always
// produces the same package.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** 1980-01-01, the earliest time that a ZIP file can contain. */
const earliestZipTime = '315532800';

function commitTime() {
  try {
    return execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }).trim();
  } catch {
    // A downloaded source archive has no Git history.
    return earliestZipTime;
  }
}

/** Sections of the README for people who have the repository. */
const repositorySections = ['Try it', 'Install it', 'Contribute'];

/**
 * Returns the README for users of the extension, without the sections about the repository. VS Code
 * shows pictures and links only if they have an https address. vsce creates these addresses from
 * the repository in package.json. Without a repository, pictures and links are removed.
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
  // Without a repository, vsce cannot create absolute links.
  ...(hasRepository ? [] : ['--allow-missing-repository', '--no-rewrite-relative-links']),
];
execFileSync(process.execPath, [...vsce, ...process.argv.slice(2)], {
  stdio: 'inherit',
  // ZIP files contain local times, and vsce sorts file names by the rules of the locale.
  env: {
    ...process.env,
    SOURCE_DATE_EPOCH: process.env.SOURCE_DATE_EPOCH ?? commitTime(),
    TZ: 'UTC',
    LC_ALL: 'C',
  },
});
