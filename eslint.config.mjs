import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Forbids a room the imports that "The rooms and who may import whom" in CONTRIBUTING.md does not name. */
const forbid = (files, groups, ignores = []) => ({
  files,
  ignores,
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: groups.map(([regex, message]) => ({ regex, message })) },
    ],
  },
});

const vscode = ['^vscode$', 'Only src/ui and src/extension.ts know vscode.'];
const node = ['^node:', 'Node built-ins stay in src/sandbox and test: the extension also runs in a browser.'];
const room = (name) => [`^(\\.\\./)+${name}(/|\\.ts$)|^\\./${name}/`, `This room does not know ${name}.`];

export default tseslint.config(
  { ignores: ['test/e2e/ownWindow/faulty', 'dist', 'out', '.vscode-test', 'test-results', 'node_modules'] },
  js.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/webview/tsconfig.json', './test/e2e/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  forbid(['src/text/**'], [vscode, node, ...['service', 'model', 'ui', 'webview', 'sandbox', 'protocol'].map(room)]),
  forbid(['src/service/**'], [vscode, node, ...['model', 'ui', 'webview', 'sandbox', 'protocol'].map(room)]),
  forbid(['src/model/**'], [vscode, node, ...['ui', 'webview', 'sandbox'].map(room)]),
  forbid(['src/protocol.ts'], [vscode, node, ...['service', 'model', 'ui', 'webview', 'sandbox', 'text'].map(room)]),
  forbid(['src/webview/**'], [vscode, node, ...['service', 'model', 'ui', 'sandbox'].map(room)]),
  forbid(['src/ui/**', 'src/extension.ts'], [node, room('webview')]),
  forbid(['src/sandbox/**'], [vscode, ...['service', 'model', 'ui', 'webview', 'protocol', 'text'].map(room)]),
  {
    files: ['src/**'],
    ignores: ['src/sandbox/**'],
    rules: {
      'no-restricted-globals': ['error', 'process', 'Buffer', '__dirname', 'require'],
    },
  },
  {
    files: ['test/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '*.mts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', require: 'readonly', exports: 'readonly' } },
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
