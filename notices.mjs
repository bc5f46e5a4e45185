import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Packages whose published files contain code from other packages. package.json also lists these
 * other packages, so that their license texts are installed.
 */
const embeddedPackages = {
  '@modelcontextprotocol/server': [
    'ajv',
    'ajv-formats',
    'content-type',
    'fast-deep-equal',
    'fast-uri',
    'json-schema-traverse',
  ],
};

/**
 * Returns the content of `THIRD_PARTY_NOTICES.txt`: the name, version, and license text of each
 * bundled package, sorted by name.
 */
export async function thirdPartyNotices(metafiles) {
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs));
  const folders = inputs
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []);
  const embedded = Object.entries(embeddedPackages).flatMap(([name, others]) =>
    folders
      .filter((folder) => folder.endsWith(`/${name}`))
      .flatMap((folder) => others.map((other) => `${folder.slice(0, -name.length)}${other}`)),
  );
  const notices = await Promise.all([...new Set([...folders, ...embedded])].map(thirdPartyNotice));
  const intro =
    'Workflow Jobs contains code and icons of the following packages. Each package has its own license.';
  return `${[intro, ...notices.sort()].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

async function thirdPartyNotice(folder) {
  const { name, version, license, author } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const by = author?.name ?? author;
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.\w+)?$/i.test(each));
  let text = file && (await readFile(join(folder, file), 'utf8'));
  if (!file && license === 'MIT' && by) {
    // The package does not contain the text of its MIT license. Uses the text from the LICENSE file
    // of this repository instead.
    const mit = await readFile(join(import.meta.dirname, 'LICENSE'), 'utf8');
    text = `Copyright (c) ${by}\n\n${mit.slice(mit.indexOf('Permission'))}`;
  }
  if (!license || !text) {
    console.error(
      `The bundled package ${name} ${version} does not contain a license text. Remove the package, or ask its authors to add the text.`,
    );
    process.exit(1);
  }
  return `${name} ${version} (${license})${by ? `, by ${by}` : ''}\n\n${text
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .trim()}`;
}
