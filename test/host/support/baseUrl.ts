import * as vscode from 'vscode';

const section = 'workflowJobs';
const baseUrl = 'baseUrl';

const changed = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>();
/** Value in memory that replaces the saved user setting. Undefined if the saved setting applies. */
let replacement: string | undefined;

/**
 * Sets the `baseUrl` user setting in memory, until the setting is saved. Most tests connect to a new
 * service, and VS Code needs about 90 ms to save a setting.
 */
export function setBaseUrl(url: string): void {
  replacement = url;
  fireChanged();
}

function fireChanged(): void {
  changed.fire({
    affectsConfiguration: (affected) => `${section}.${baseUrl}`.startsWith(affected),
  });
}

/** Returns a configuration that contains the replacement instead of the saved user setting. */
function withReplacement(saved: vscode.WorkspaceConfiguration): vscode.WorkspaceConfiguration {
  const inspect: typeof saved.inspect = (key) => {
    const values = saved.inspect<never>(key);
    const isReplaced = key === baseUrl && replacement !== undefined;
    return isReplaced && values ? { ...values, globalValue: replacement as never } : values;
  };
  const get = (key: string, fallback?: unknown) => {
    if (key !== baseUrl || replacement === undefined) return saved.get(key, fallback);
    return saved.inspect(key)?.workspaceValue ?? replacement;
  };
  const update: typeof saved.update = async (key, value, target, ...others) => {
    await saved.update(key, value, target, ...others);
    if (key !== baseUrl || target !== vscode.ConfigurationTarget.Global) return;
    replacement = undefined;
    fireChanged();
  };
  // VS Code freezes its configurations, so the functions are replaced in a derived object.
  return Object.create(saved, {
    get: { value: get },
    inspect: { value: inspect },
    update: { value: update },
  }) as vscode.WorkspaceConfiguration;
}

const { getConfiguration, onDidChangeConfiguration } = vscode.workspace;
const readConfiguration: typeof getConfiguration = (name, scope) => {
  const saved = getConfiguration(name, scope);
  return name === section ? withReplacement(saved) : saved;
};
const onDidChange = (listener: (event: vscode.ConfigurationChangeEvent) => unknown) =>
  vscode.Disposable.from(onDidChangeConfiguration(listener), changed.event(listener));
Object.defineProperties(vscode.workspace, {
  getConfiguration: { value: readConfiguration, configurable: true },
  onDidChangeConfiguration: { value: onDidChange, configurable: true },
});
