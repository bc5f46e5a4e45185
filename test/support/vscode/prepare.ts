import { runCommand } from '../process/humanError.ts';
import { findBrowser } from './browser.ts';
import { hosts, isHostName } from './hosts.ts';
import { installVscode } from './install.ts';

/** Installs VS Code for an extension host, or installs the browser if no host is specified. */
await runCommand(async () => {
  const [name = ''] = process.argv.slice(2);
  await (isHostName(name) ? installVscode(hosts[name].release) : findBrowser());
  return 0;
});
