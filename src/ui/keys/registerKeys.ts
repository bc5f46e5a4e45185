import type { KeyValueStore } from '../../model/util/keyValueStore.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { KeyCheck } from './keyCheck.ts';
import { registerKeyTexts } from './keyHover.ts';
import { serviceKeysReader } from './serviceKeys.ts';

interface KeysOptions {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
  readonly store: KeyValueStore;
}

/** Registers hovers and completions for the keys of the service, and returns the check of a file's keys. */
export function registerKeys(
  { connection, environments, store }: KeysOptions,
  register: <T extends { dispose(): unknown }>(created: T) => T,
): KeyCheck {
  const readServiceKeys = serviceKeysReader(connection, store);
  register(registerKeyTexts(readServiceKeys, environments));
  return register(new KeyCheck({ readServiceKeys, connection, environments }));
}
