import * as vscode from 'vscode';
import type { settingDefaults } from '../../../src/manifest.ts';

export type SettingName = keyof typeof settingDefaults;

const section = 'workflowJobs';
const changed = new vscode.EventEmitter<vscode.ConfigurationChangeEvent>();
/** Values in memory that replace the saved user settings, by setting name. */
const replacements = new Map<string, unknown>();

/**
 * Sets a user setting in memory, until the setting is saved. VS Code needs about 90 ms to save a
 * setting, and most tests change several settings.
 */
export function setInMemory(name: SettingName, value: unknown): void {
  // VS Code saves a setting as JSON, so properties that are undefined are lost.
  const stored: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  replacements.set(name, stored);
  fireChanged(name);
}

function fireChanged(name: string): void {
  changed.fire({ affectsConfiguration: (affected) => `${section}.${name}`.startsWith(affected) });
}

/** Returns a configuration that contains the replacements instead of the saved user settings. */
function withReplacements(saved: vscode.WorkspaceConfiguration): vscode.WorkspaceConfiguration {
  const inspect: typeof saved.inspect = (key) => {
    const values = saved.inspect<never>(key);
    if (values === undefined || !replacements.has(key)) return values;
    return { ...values, globalValue: replacements.get(key) as never };
  };
  const get = (key: string, fallback?: unknown) => {
    if (!replacements.has(key)) return saved.get(key, fallback);
    const { workspaceValue, globalValue, defaultValue } = inspect<unknown>(key) ?? {};
    return [workspaceValue, globalValue, defaultValue, fallback].find(
      (value) => value !== undefined,
    );
  };
  const update: typeof saved.update = async (key, value, target, ...others) => {
    await saved.update(key, value, target, ...others);
    if (target === vscode.ConfigurationTarget.Global && replacements.delete(key)) fireChanged(key);
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
  return name === section ? withReplacements(saved) : saved;
};
const onDidChange = (listener: (event: vscode.ConfigurationChangeEvent) => unknown) =>
  vscode.Disposable.from(onDidChangeConfiguration(listener), changed.event(listener));
Object.defineProperties(vscode.workspace, {
  getConfiguration: { value: readConfiguration, configurable: true },
  onDidChangeConfiguration: { value: onDidChange, configurable: true },
});
