import { installNode20 } from '../package/node20.ts';
import { HumanError, runCommand } from '../process/humanError.ts';
import { findBrowser } from '../vscode/browser.ts';
import { hosts, isHostName } from '../vscode/hosts.ts';
import { installVscode } from '../vscode/install.ts';

/** Installs a program that the tests need: a browser, Node 20, or VS Code for an extension host. */
await runCommand(async () => {
  const [name = ''] = process.argv.slice(2);
  if (name === 'browser') await findBrowser();
  else if (name === 'node20') await installNode20();
  else if (isHostName(name)) await installVscode(hosts[name].release);
  else throw new HumanError(`“${name}” is not one of the programs that the tests need.`);
  return 0;
});
