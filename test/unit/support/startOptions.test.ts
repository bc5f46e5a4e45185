import { expect, it } from 'vitest';
import { readStartOptions } from '../../support/startOptions.ts';

it.each([
  [['--port', 'eighty'], '--port takes a port number from 0 (a free one) to 65535, not "eighty".'],
  [
    ['--sandbox-port', '65536'],
    '--sandbox-port takes a port number from 0 (a free one) to 65535, not "65536".',
  ],
  [['--jobs', 'many'], '--jobs takes a number of jobs from 0 to 1000000, not "many".'],
  [['--jobs', '1000001'], '--jobs takes a number of jobs from 0 to 1000000, not "1000001".'],
])('npm start says in one sentence that %s cannot be', (args, sentence) => {
  expect(() => readStartOptions(args)).toThrow(sentence);
});

it('npm start takes free ports where none is named', () => {
  expect(readStartOptions(['--jobs', '1000000'])).toMatchObject({
    port: 0,
    sandboxPort: 0,
    jobs: 1_000_000,
    help: false,
  });
});
