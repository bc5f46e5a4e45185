import assert from 'node:assert/strict';
import { settings } from '../../../src/ui/connection/settings.ts';
import { wrongSettings } from '../../support/package/wrongSettings.ts';
import { messageOf } from '../support/rows.ts';
import { disconnect, onQuestion, run, setting, type SettingName } from '../support/extension.ts';

suite('Settings', () => {
  test('use the default if a value has the wrong type @full', async () => {
    // These settings are validated when they are used.
    const read = () =>
      Object.entries(settings).flatMap(([name, each]) =>
        /^(environments|confirmStart|filters)/.test(name)
          ? []
          : [[name, each('https://eu.example.com')]],
      );
    await disconnect();
    await setting('autoRefresh', null);
    const asDelivered = read();
    const names = Object.keys(wrongSettings) as SettingName[];
    for (const isWrong of [true, false]) {
      for (const name of names) await setting(name, isWrong ? wrongSettings[name] : null);
      assert.deepEqual(read(), asDelivered);
      // An invalid guard is treated as the strictest value.
      assert.equal(settings.confirmStart(), isWrong ? 'always' : 'production');
    }
    // Later tests could not remove a base URL that is null, because VS Code reports it as missing.
    await setting('baseUrl', '');
    const error = onQuestion('error');
    await run('jobs.focus');
    await run('refresh');
    assert.match(String((await error.asked)[0]), /^No workflow job service is connected\./);
    assert.equal(messageOf(), '');
  });
});
