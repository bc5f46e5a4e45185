import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { StdioTransport } from '../../../../src/agents/mcp/transport.ts';

it('ends its input after a line of more than 10 MB, so that the server ends and no client waits for an answer', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output);
  const errors: Error[] = [];
  transport.onerror = (error) => errors.push(error);
  await transport.start();
  const closed = once(input, 'close');
  for (let sent = 0; sent < 11; sent++) {
    for (let part = 0; part < 16; part++) input.write('a'.repeat(64 * 1024));
  }
  await closed;
  expect(errors).toHaveLength(1);
  expect(output.read()).toBeNull();
});
