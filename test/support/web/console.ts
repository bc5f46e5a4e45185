import { markConsole } from '../vscode/insideHost.ts';

function inspect(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
}

/** Formats like Node's `format`, for the directives that Mocha's reporter uses. */
function format(...args: unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== 'string') return args.map(inspect).join(' ');
  const text = first.replace(/%[sdj%]/g, (directive) => {
    if (directive === '%%') return '%';
    return rest.length > 0 ? inspect(rest.shift()) : directive;
  });
  return [text, ...rest.map(inspect)].join(' ');
}

markConsole(format);
