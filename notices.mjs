import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Packages whose published files contain the code of other packages. */
const contained = {
  '@modelcontextprotocol/server': [
    'ajv',
    'ajv-formats',
    'content-type',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
  ],
};

/** The name, version and licence of every package whose code or font is in these builds, sorted by name. */
export async function thirdPartyNotices(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []);
  const inside = Object.entries(contained).flatMap(([name, others]) =>
    folders
      .filter((folder) => folder.endsWith(`/${name}`))
      .flatMap((folder) => others.map((other) => `${folder.slice(0, -name.length)}${other}`)),
  );
  const notices = await Promise.all([...new Set([...folders, ...inside])].map(thirdPartyNotice));
  const intro = 'Workflow Jobs contains code and icons of these packages, each under its own licence.';
  return `${[intro, ...notices.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function thirdPartyNotice(folder) {
  const { name, version, license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const by = author?.name ?? author;
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  let text = file && (await readFile(join(folder, file), 'utf8'));
  if (!file && license === 'MIT' && by) {
    // The package names the licence without quoting it; its words are those of ours.
    const mit = await readFile(join(import.meta.dirname, 'LICENSE'), 'utf8');
    text = `Copyright (c) ${by}\n\n${mit.slice(mit.indexOf('Permission'))}`;
  }
  if (!license || !text) {
    console.error(
      `The bundled package ${name} ${version} has no licence to quote: do without it, or ask its authors for one.`,
    );
    process.exit(1);
  }
  return `${name} ${version} (${license})${by ? `, by ${by}` : ''}\n\n${text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trim()}`;
}
