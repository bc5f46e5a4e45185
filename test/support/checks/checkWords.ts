/**
 * Checks rules for names and comments that other linters cannot check, see CONTRIBUTING.md. Runs as
 * a step of `npm run lint`.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../paths.ts';
import { runCommand } from '../process/humanError.ts';

/** Names that may be declared in several files, mapped to the reason. */
const sharedNames = new Map([
  ['State', 'the state of the class in the same file'],
  ['Props', 'the props of the component in the same file'],
  ['startJob', 'the kind of change, which names both its endpoint and its user interface'],
  ['minute', 'the sandbox does not import the text layer'],
]);
const commentShare = { min: 0.1, max: 0.15 };

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
const superlativeName =
  /\b(?:const|let|function|readonly|get) #?((?:most|longest|fewest|shortest|least)[A-Z]\w*)/g;
const missingDocument = /\binterface document\b|\b[Ss]ections? \d/;

await runCommand(async () => {
  const sources = await readSources('src/**/*.{ts,tsx}');
  const problems = [...sources].flatMap(([path, text]) => [
    ...[...text.matchAll(superlativeName)].map(
      ([, name]) => `${path}: ${name}: use max or min in the name.`,
    ),
    ...(missingDocument.test(text) ? [`${path}: cite a heading of docs/service.md instead.`] : []),
  ]);
  problems.push(...duplicateNames(sources), ...commentProblems(sources));
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
});

type Sources = ReadonlyMap<string, string>;

async function readSources(pattern: string): Promise<Sources> {
  const sources = new Map<string, string>();
  for await (const path of glob(pattern, { cwd: projectFolder })) {
    sources.set(path, await readFile(join(projectFolder, path), 'utf8'));
  }
  return sources;
}

function duplicateNames(sources: Sources): string[] {
  const files = new Map<string, Set<string>>();
  for (const [path, text] of sources) {
    for (const [, name = ''] of text.matchAll(declaration)) {
      files.set(name, (files.get(name) ?? new Set()).add(path));
    }
  }
  return [...files]
    .filter(([name, { size }]) => size > 1 && !sharedNames.has(name))
    .map(
      ([name, paths]) =>
        `${name} is declared in ${[...paths].sort().join(', ')}: distinguish the names.`,
    );
}

function commentProblems(sources: Sources): string[] {
  const lines = [...sources.values()].flatMap((text) => text.split('\n'));
  const share = lines.filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line)).length / lines.length;
  if (share >= commentShare.min && share <= commentShare.max) return [];
  return [
    `${(share * 100).toFixed(1)} % of the lines in src are comments: 10 % to 15 % are expected.`,
  ];
}
