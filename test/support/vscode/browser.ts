import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { HumanError } from '../process/humanError.ts';
import { run } from '../process/run.ts';

const aptLimitMs = 10 * 60_000;

/**
 * Chromium features that Playwright 1.65 disables. The browser arguments repeat these features,
 * because a second list of features replaces the list from Playwright.
 */
const disabledByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
/** Chromium features of the address bar. These features would load about 400 files per window. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/**
 * Browser arguments that disable the sandbox (which fails for root), the graphics card, external
 * network traffic, and the address bar.
 */
export const browserArguments = [
  `--disable-features=${[...disabledByPlaywright, ...addressBar].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Debian's package of Chromium without a user interface, and the name of its executable. */
const headlessShell = 'chromium-headless-shell';

/**
 * Returns the path of a Chromium-based browser from `CHROME_PATH`, the system, or Playwright. If
 * there is none, installs a Debian package if possible. Prefers the headless shell, because it uses
 * less processor time.
 * @param isVisible true if the browser must be able to show a window
 */
export async function findBrowser(isVisible = false): Promise<string> {
  const configured = process.env['CHROME_PATH'];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new HumanError(
      `CHROME_PATH contains ${configured}, which does not exist. Correct it, or unset it to use an installed browser.`,
    );
  }
  const found = await installedBrowser(isVisible);
  if (found !== null) return found;
  if (await isDebianRoot()) {
    console.log('Installing Chromium from Debian…');
    const install = (name: string) =>
      `apt-get install -y -qq --no-install-recommends ${name} fonts-dejavu-core`;
    // Old versions of Debian do not have the headless shell.
    const command = isVisible
      ? install('chromium')
      : `(${install(headlessShell)} || ${install('chromium')})`;
    const code = await run('sh', ['-c', `(apt-get update -qq && ${command}) >/dev/null`], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeoutMs: aptLimitMs,
    });
    const installed = await installedBrowser(isVisible);
    if (code === 0 && installed !== null) return installed;
  }
  throw new HumanError(
    'No Chrome, Chromium, or Edge was found. Install one, set CHROME_PATH, or run "npx playwright install chromium".',
  );
}

async function installedBrowser(isVisible: boolean): Promise<string | null> {
  const candidates = [
    ...(isVisible ? [] : pathsInPath([headlessShell])),
    ...pathsInPath(browserNames),
    ...usualPaths(),
  ];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found !== undefined) return found;
  // Loaded on demand, because loading Playwright is slow.
  const { chromium } = await import('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

const browserNames = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'chrome.exe',
  'msedge.exe',
];

function pathsInPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function usualPaths(): string[] {
  const mac = ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `${folder}/${name}.app/Contents/MacOS/${name}`,
    ),
  );
  const windows = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap((variable) =>
    ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) =>
      join(process.env[variable] ?? '', file),
    ),
  );
  return [
    ...mac,
    ...windows,
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
    '/usr/lib/chromium/chromium',
  ];
}

/**
 * Returns true for the root user of Debian. Returns false on Ubuntu, because Ubuntu's chromium
 * package only installs a snap.
 */
async function isDebianRoot(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  return /^ID=debian$/m.test(await readFile('/etc/os-release', 'utf8').catch(() => ''));
}
