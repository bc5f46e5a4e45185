import { markConsole } from '../vscode/insideHost.ts';

function inspect(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/**
 * Formats a message like `format` in Node.js, but supports only the directives that Mocha's
 * reporter uses.
 */
function format(...args: unknown[]): string {
  const [first, ...others] = args;
  if (typeof first !== 'string') return args.map(inspect).join(' ');
  const text = first.replace(/%[sdj%]/g, (directive) => {
    if (directive === '%%') return '%';
    return others.length > 0 ? inspect(others.shift()) : directive;
  });
  return [text, ...others.map(inspect)].join(' ');
}

markConsole(format);
