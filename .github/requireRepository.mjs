// Prevents publishing without a repository, because the README would have broken pictures and links.
import { readFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (repository === undefined) {
  console.error(
    'Not published: package.json contains no repository, so the README would have broken pictures and links. See "Publish" in CONTRIBUTING.md.',
  );
  process.exitCode = 1;
}
