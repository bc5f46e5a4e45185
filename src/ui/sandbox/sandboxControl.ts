import { type Disposable, ThemeIcon, commands, l10n, window } from 'vscode';
import type { Memory } from '../../model/util/memory.ts';
import type { Sandbox, Variant } from '../../sandbox/index.ts';
import { readBaseUrl } from '../../service/index.ts';
import type { Log } from '../feedback/log.ts';
import { notify } from '../feedback/notify.ts';
import { offerRemedy } from '../feedback/report.ts';
import { runsInBrowser, setContext } from '../feedback/window.ts';
import { saveBaseUrl, settings } from '../connection/settings.ts';

const previousName = 'sandbox.previousBaseUrl';
/** The sandbox's base URL that replaced the previous one. */
const usedName = 'sandbox.usedBaseUrl';
/** Ports are stored, so that a saved base URL of a sandbox works again. */
const portNames: Readonly<Record<Variant, string>> = { first: 'sandbox.port', second: 'sandbox.secondPort' };
const variants: readonly Variant[] = ['first', 'second'];
const seeds: Readonly<Record<Variant, number>> = { first: 1, second: 2 };

/** The two local services for trying the extension; their bundle is loaded when one is started, and they end with the window. */
export class SandboxControl implements Disposable {
  readonly #memory: Memory;
  readonly #log: Log;
  readonly #offer = offerRemedy((error) => (error.kind === 'unreachable' && this.#missing !== undefined ? { title: l10n.t('Start Sandbox Service'), icon: 'play', command: 'workflowJobs.startSandbox' } : undefined));
  readonly #running = new Map<Variant, Promise<Sandbox>>();

  constructor(memory: Memory, log: Log) {
    this.#memory = memory;
    this.#log = log;
  }

  /** Starts a sandbox and connects to it: at once if no base URL is set, otherwise if the person agrees. */
  async start(): Promise<void> {
    if (runsInBrowser()) {
      void notify.info(l10n.t('The sandbox service cannot run in a browser. Start it in a desktop or remote window.'));
      return;
    }
    const variant = this.#missing ?? (this.#running.size === 0 ? 'first' : await this.#askForOne());
    if (variant === undefined) return;
    const isAgreed = this.#running.has(variant);
    const running = this.#running.get(variant) ?? this.#start(variant);
    const { url } = await running;
    const name = variant === 'first' ? l10n.t('The sandbox') : l10n.t('The second sandbox');
    const before = settings.baseUrl();
    if (before === url) {
      void notify.info(l10n.t('{0} is running at {1}. Workflow Jobs is connected to it.', name, url));
      await commands.executeCommand('workflowJobs.refresh');
      return;
    }
    const connect = l10n.t('Connect');
    if (before !== '' && !isAgreed && (await notify.info(l10n.t('{0} is running at {1}, with sample data, for trying only. Connect to it?', name, url), connect)) !== connect) return;
    // The question may be answered after the sandbox has stopped.
    if (this.#running.get(variant) !== running) return;
    // Keeps the URL from before the first sandbox, which is restored after several.
    if (!this.#isSandbox(settings.baseUrl())) this.#memory.set(previousName, settings.baseUrl());
    this.#memory.set(usedName, url);
    await saveBaseUrl(url);
    void commands.executeCommand('workflowJobs.jobs.focus');
    if (before !== '') return;
    const undo = l10n.t('Undo');
    const chosen = await notify.info(l10n.t('{0} is running at {1}, with sample data, for trying only. Workflow Jobs is connected to it.', name, url), undo);
    if (chosen === undo) await this.#disconnect(url);
  }

  async stop(): Promise<void> {
    if (this.#running.size === 0) {
      void notify.info(l10n.t('The sandbox service does not run in this window.'));
      return;
    }
    const stopping = this.#running.size === 1 ? [...this.#running.keys()] : await askForSome();
    if (stopping === undefined) return;
    const urls = await Promise.all(stopping.map((variant) => this.#stop(variant)));
    setContext('sandboxRunning', this.#running.size > 0);
    const url = settings.baseUrl();
    if (!urls.includes(url)) {
      void notify.info(l10n.t('The sandbox service was stopped.'));
      return;
    }
    const previous = this.#previous;
    const restore = previous === '' ? l10n.t('Remove Base URL') : l10n.t('Set It Back');
    const question =
      previous === ''
        ? l10n.t('The sandbox service was stopped, but the base URL still points at it. Remove it?')
        : l10n.t('The sandbox service was stopped. Set the base URL back to {0}?', previous);
    const chosen = await notify.info(question, restore);
    // The question may be answered after the sandbox was started again.
    if (chosen === restore && this.#missing !== undefined) await this.#disconnect(url);
  }

  dispose(): void {
    this.#offer.dispose();
    // A sandbox that did not start has nothing to close.
    for (const running of this.#running.values()) void running.then((sandbox) => sandbox.close()).catch(() => undefined);
  }

  /** The sandbox of the base URL if it does not run in this window. */
  get #missing(): Variant | undefined {
    const variant = this.#variantAt(settings.baseUrl());
    return variant === undefined || this.#running.has(variant) || runsInBrowser() ? undefined : variant;
  }

  /** The base URL from before the sandbox, or empty. */
  get #previous(): string {
    const stored = this.#memory.get(previousName);
    return typeof stored === 'string' ? stored : '';
  }

  /** The sandbox that last listened at a base URL. */
  #variantAt(url: string): Variant | undefined {
    const reading = readBaseUrl(url);
    return variants.find((variant) => reading.kind === 'valid' && reading.baseUrl.origin === `http://127.0.0.1:${this.#portOf(variant)}`);
  }

  /** Whether a base URL belongs to a sandbox, even if its port has changed since. */
  #isSandbox(url: string): boolean {
    return url === this.#memory.get(usedName) || this.#variantAt(url) !== undefined;
  }

  #portOf(variant: Variant): number {
    const stored = this.#memory.get(portNames[variant]);
    return typeof stored === 'number' ? stored : 0;
  }

  /** Asks which sandbox to start or connect to. */
  async #askForOne(): Promise<Variant | undefined> {
    const items = await Promise.all(variants.map(async (variant) => {
      const url = (await this.#running.get(variant))?.url;
      return url === undefined
        ? { variant, label: l10n.t('Start {0}', nameOf(variant)), detail: l10n.t('A service with other jobs and a few other fields'), iconPath: new ThemeIcon('play') }
        : { variant, label: l10n.t('Connect to {0}', nameOf(variant)), description: url === settings.baseUrl() ? l10n.t('{0}, connected now', url) : url, iconPath: new ThemeIcon('plug') };
    }));
    return (await window.showQuickPick(items, { title: l10n.t('Start Sandbox Service') }))?.variant;
  }

  /** Restores the base URL from before the sandbox, unless another was set meanwhile. */
  async #disconnect(url: string): Promise<void> {
    if (settings.baseUrl() !== url) return;
    await saveBaseUrl(this.#previous || undefined);
    this.#memory.set(previousName, undefined);
    this.#memory.set(usedName, undefined);
  }

  #start(variant: Variant): Promise<Sandbox> {
    const starting = this.#load(variant);
    this.#running.set(variant, starting);
    return starting;
  }

  async #load(variant: Variant): Promise<Sandbox> {
    try {
      const { startSandbox } = await import('../../sandbox/index.ts');
      const options = { variant, seed: seeds[variant], log: (line: string) => this.#log.info(line) };
      // Tries the previous port first, then any free one.
      const sandbox = await startSandbox({ ...options, port: this.#portOf(variant) }).catch(() => startSandbox(options));
      this.#memory.set(portNames[variant], sandbox.port);
      setContext('sandboxRunning', true);
      return sandbox;
    } catch (error) {
      this.#running.delete(variant);
      throw error;
    }
  }

  /** Resolves to the base URL at which it listened. */
  async #stop(variant: Variant): Promise<string | undefined> {
    const running = this.#running.get(variant);
    this.#running.delete(variant);
    const sandbox = await running;
    await sandbox?.close();
    return sandbox?.url;
  }
}

/** Asks which of two running sandboxes to stop. */
async function askForSome(): Promise<readonly Variant[] | undefined> {
  const items = [...variants.map((variant) => ({ label: l10n.t('Stop {0}', nameOf(variant)), stopping: [variant] })), { label: l10n.t('Stop both'), stopping: variants }];
  return (await window.showQuickPick(items, { title: l10n.t('Stop Sandbox Service') }))?.stopping;
}

function nameOf(variant: Variant): string {
  return variant === 'first' ? l10n.t('the first sandbox') : l10n.t('the second sandbox');
}
