import assert from 'node:assert/strict';
import { settings } from '../../../src/ui/connection/settings.ts';
import { wrongSettings } from '../../support/package/wrongSettings.ts';
import { saveSetting } from '../support/extension.ts';

suite('Settings', () => {
  test('use the default if a value has the wrong type @full', async () => {
    const read = () => [
      settings.apiKeyAt('https://eu.example.com').header,
      settings.requestTimeout(),
      settings.completeKeys(),
    ];
    const asDelivered = read();
    for (const isWrong of [true, false]) {
      // One setting of each type, and a guard.
      for (const name of [
        'apiKey.header',
        'requestTimeout',
        'completeKeys',
        'confirmStart',
      ] as const) {
        await saveSetting(name, isWrong ? wrongSettings[name] : null);
      }
      assert.deepEqual(read(), asDelivered);
      // An invalid guard is treated as the strictest value.
      assert.equal(settings.confirmStart(), isWrong ? 'always' : 'production');
    }
  });
});
