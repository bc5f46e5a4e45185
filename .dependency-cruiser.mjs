// These lists of folders may be imported by several layers below.
const service = ['service', 'text'];
const jobs = ['model/jobs', 'model/util', ...service];
const connection = ['ui/connection', 'ui/files', 'ui/feedback', 'manifest', 'model', ...service];
const environments = ['ui/environments', ...connection];
const views = ['ui/views', 'ui/documents', ...environments];
/**
 * Folders that each folder of `src` may import from, in addition to itself. The rules apply to `import`,
 * `import type`, and `import()`. ARCHITECTURE.md explains the layers.
 */
const allowedImports = {
  text: [],
  manifest: [],
  protocol: ['model', 'text'],
  sandbox: [],
  service: ['text'],
  'model/util': service,
  'model/jobs': ['model/util', ...service],
  'model/following': jobs,
  'model/browsing': jobs,
  'model/environments': ['model/util', ...service],
  'model/wording': ['model/fields', 'model/browsing', 'model/following', ...jobs],
  'model/export': jobs,
  'model/fields': jobs,
  'model/overview': ['model/browsing', 'model/environments', 'model/wording', ...jobs],
  'model/starting': ['model/environments', ...jobs],
  'model/session': [
    'model/starting',
    'model/fields',
    'model/following',
    'model/browsing',
    'model/overview',
    ...jobs,
  ],
  'model/keys': ['model/fields', ...jobs],
  'model/tasks': ['model/following', 'model/starting', 'model/session', 'model/wording', ...jobs],
  'model/jobPage': [
    'model/environments',
    'model/fields',
    'model/following',
    'model/session',
    'model/wording',
    ...jobs,
  ],
  'agents/*': ['model', ...service],
  'agents/mcp': ['agents/*', 'model', ...service],
  'agents/vscode': ['agents/*', 'ui/starting', ...environments],
  'ui/feedback': ['manifest', 'model', ...service],
  'ui/files': ['ui/feedback', 'manifest', ...service],
  'ui/connection': ['ui/files', 'ui/feedback', 'manifest', 'model', ...service],
  'ui/sandbox': ['sandbox', ...connection],
  'ui/environments': connection,
  'ui/documents': connection,
  'ui/views': environments,
  'ui/following': views,
  'ui/webview': ['ui/files', 'ui/feedback', 'protocol', 'model/util', 'text'],
  'ui/jobPage': ['ui/webview', 'ui/documents', 'protocol', ...environments],
  'ui/overview': ['ui/webview', 'ui/documents', 'protocol', ...environments],
  'ui/keys': environments,
  'ui/actions': ['ui/jobPage', ...views],
  'ui/starting': ['ui/actions', 'ui/jobPage', ...views],
  'ui/tasks': ['ui/starting', ...connection],
  'ui/openers': ['ui/actions', 'ui/jobPage', 'ui/overview', 'ui/documents', ...connection],
  'ui/createConnection': ['ui/starting', 'ui/sandbox', ...environments],
  'ui/commands': ['agents/vscode', 'ui', 'manifest', 'model', ...service],
  extension: ['agents/vscode', 'ui', 'model', ...service],
  'webview/shared': ['text', 'protocol', 'model'],
  'webview/jobPage': ['webview/shared', 'text', 'protocol', 'model'],
  'webview/overview': ['webview/shared', 'text', 'protocol', 'model'],
};

/** Packages that only some layers may import. */
const onlyIn = {
  vscode: ['ui', 'agents/vscode', 'extension'],
  ofetch: ['service'],
  zod: ['service', 'model', 'agents', 'ui', 'protocol'],
  preact: ['webview'],
  h3: ['sandbox'],
  '@modelcontextprotocol': ['agents/mcp'],
};

/** Returns a pattern for the files of a layer. If the layer ends with `*`, subfolders do not belong to it. */
const path = (layer) =>
  layer.endsWith('/*') ? `^src/${layer.slice(0, -1)}[^/]+$` : `^src/${layer}(/|\\.tsx?$)`;
const paths = (layers) => layers.map(path).join('|');
const forbid = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: '^src/', ...from },
  to,
});

export default {
  forbidden: [
    forbid('no-circle', {}, { circular: true }),
    forbid(
      'no-file-outside-of-the-layers',
      { pathNot: paths(Object.keys(allowedImports)) },
      { path: '^src/' },
    ),
    ...Object.entries(allowedImports).map(([layer, allowed]) =>
      forbid(
        `layers-of-${layer}`,
        { path: path(layer) },
        { path: '^src/', pathNot: `${paths([layer, ...allowed])}|\\.(css|svg)$` },
      ),
    ),
    ...['service', 'sandbox'].map((layer) =>
      forbid(
        `${layer}-through-its-index`,
        { pathNot: path(layer) },
        { path: path(layer), pathNot: `^src/${layer}/index\\.ts$` },
      ),
    ),
    ...Object.entries(onlyIn).map(([name, layers]) =>
      forbid(
        `${name}-only-in-${layers.join('-and-')}`,
        { pathNot: paths(layers) },
        { path: `(^|/)${name}(/|$)`, pathNot: '^src/' },
      ),
    ),
    // With other imports, the bundles of the pages would contain zod and the model.
    forbid(
      'pages-import-only-types',
      { path: path('webview') },
      { path: paths(['protocol', 'model']), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'messages-import-only-types',
      { path: path('protocol') },
      { path: path('model'), dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'node-only-in-sandbox-and-mcp',
      { pathNot: paths(['sandbox', 'agents/mcp']) },
      { dependencyTypes: ['core'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
  },
};
