// Refuses to publish while no public repository is named: pictures and links of the README would be broken.
import { readFileSync } from 'node:fs';

const { repository } = JSON.parse(readFileSync('package.json', 'utf8'));
if (repository === undefined) {
  console.error(
    'Not published: package.json names no repository, so the pictures and links of the README would be broken on the extension’s page. CONTRIBUTING.md, Publish, explains what to do.',
  );
  process.exitCode = 1;
}
