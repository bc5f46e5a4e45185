import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HumanError } from '../support/process/humanError.ts';
import { run } from '../support/process/run.ts';
import { type Guarded, spawnGuarded } from '../support/process/spawnGuarded.ts';
import { browserArguments, findBrowser } from '../support/vscode/browser.ts';

/** Time without a new phrase after which Orca is considered silent, in milliseconds. */
const silenceMs = 1200;
const maxWaitMs = 30_000;
const pollMs = 50;
/** Number of times to press a key until VS Code responds. */
const maxAttempts = 20;

/**
 * A browser window that Orca reads aloud. Runs on the display and the session bus of this process.
 */
export class Desktop {
  readonly #folder: string;
  readonly #speechLog: string;
  readonly #programs: Guarded[] = [];
  /** Number of phrases that a step has returned. */
  #returned = 0;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#speechLog = join(folder, 'speech.log');
  }

  /** Starts a window manager, Orca, and the browser. */
  static async start(address: string): Promise<Desktop> {
    const desktop = new Desktop(await mkdtemp(join(tmpdir(), 'workflow-jobs-orca-')));
    await desktop.#start(address);
    return desktop;
  }

  /** Presses a key, such as `ctrl+Home`, and returns the phrases that follow. */
  async press(key: string): Promise<string[]> {
    return this.#act('key', key);
  }

  /** Types a text, and returns the phrases that follow. */
  async type(text: string): Promise<string[]> {
    return this.#act('type', '--delay', '40', text);
  }

  /** Waits for a matching phrase, and returns the phrases up to the next silence. */
  async hear(expected: RegExp): Promise<string[]> {
    const deadline = performance.now() + maxWaitMs;
    const isHeard = async () =>
      (await this.#phrases()).slice(this.#returned).some((phrase) => expected.test(phrase));
    while (!(await isHeard()) && performance.now() < deadline) await delay(pollMs);
    return this.#untilSilence();
  }

  async stop(): Promise<void> {
    for (const program of this.#programs.reverse()) await program.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #start(address: string): Promise<void> {
    const settings = join(this.#folder, '.local/share/orca');
    await mkdir(settings, { recursive: true });
    await copyFile(
      join(import.meta.dirname, 'orcaSettings.py'),
      join(settings, 'orca-customizations.py'),
    );
    await appendFile(this.#speechLog, '');
    this.#spawn('/usr/libexec/at-spi-bus-launcher', '--launch-immediately');
    this.#spawn('openbox');
    await this.#turnOnAccessibility();
    this.#spawn('orca', '--replace');
    await this.#require(/Screen reader on/);
    this.#spawn(
      await findBrowser(true),
      ...browserArguments,
      ...windowArguments(this.#folder, address),
    );
    await this.#require(/Finished loading/);
    await this.#untilReady();
  }

  /** Opens and closes the Command Palette, because VS Code ignores keys while it starts. */
  async #untilReady(): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const phrases = await this.press('F1');
      if (phrases.some((phrase) => /Type the name of a command/.test(phrase))) break;
    }
    await this.press('Escape');
  }

  async #require(expected: RegExp): Promise<void> {
    const phrases = await this.hear(expected);
    if (!phrases.some((phrase) => expected.test(phrase))) {
      throw new HumanError(`Orca did not say ${String(expected)}.`);
    }
  }

  async #turnOnAccessibility(): Promise<void> {
    for (const property of ['IsEnabled', 'ScreenReaderEnabled']) {
      const set = [
        '/org/a11y/bus',
        'org.freedesktop.DBus.Properties.Set',
        'string:org.a11y.Status',
      ];
      const value = [`string:${property}`, 'variant:boolean:true'];
      await this.#run(
        'dbus-send',
        '--session',
        '--print-reply=literal',
        '--dest=org.a11y.Bus',
        ...set,
        ...value,
      );
    }
  }

  async #act(...command: string[]): Promise<string[]> {
    await this.#untilSilence();
    await this.#run('xdotool', ...command);
    return this.#untilSilence();
  }

  async #untilSilence(): Promise<string[]> {
    const deadline = performance.now() + maxWaitMs;
    let count = -1;
    let silentSince = performance.now();
    let phrases = await this.#phrases();
    while (performance.now() - silentSince < silenceMs && performance.now() < deadline) {
      if (phrases.length !== count) {
        count = phrases.length;
        silentSince = performance.now();
      }
      await delay(pollMs);
      phrases = await this.#phrases();
    }
    const heard = phrases.slice(this.#returned);
    this.#returned = phrases.length;
    return heard;
  }

  async #phrases(): Promise<string[]> {
    const lines = (await readFile(this.#speechLog, 'utf8')).split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as string).filter((phrase) => phrase !== '');
  }

  #spawn(command: string, ...args: string[]): void {
    const program = spawnGuarded(command, args, { env: this.#environment, output: 'pipe' });
    for (const output of [program.process.stdout, program.process.stderr]) output?.resume();
    this.#programs.push(program);
  }

  async #run(command: string, ...args: string[]): Promise<void> {
    const code = await run(command, args, { env: this.#environment });
    if (code !== 0) throw new HumanError(`${command} failed.`);
  }

  get #environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      HOME: this.#folder,
      XDG_RUNTIME_DIR: this.#folder,
      LC_ALL: 'C.UTF-8',
      ACCESSIBILITY_ENABLED: '1',
      GTK_MODULES: 'gail:atk-bridge',
      GSETTINGS_BACKEND: 'memory',
      PYTHONPATH: import.meta.dirname,
      SPEECH_LOG: this.#speechLog,
    };
  }
}

function windowArguments(folder: string, address: string): string[] {
  return [
    `--user-data-dir=${join(folder, 'browser')}`,
    `--app=${address}`,
    '--test-type',
    '--force-renderer-accessibility',
    '--window-size=1280,800',
    '--window-position=0,0',
  ];
}
