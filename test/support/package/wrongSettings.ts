import { settingDefaults } from '../../../src/manifest.ts';

/** A value of the wrong type for each setting in the manifest. */
export const wrongSettings: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(settingDefaults).map(([name, value]) => [
    name,
    typeof value === 'string' ? 7 : 'wrong',
  ]),
);
