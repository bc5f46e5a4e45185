import { parseArgs } from 'node:util';
import { startSandbox } from './index.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    jobs: { type: 'string', default: '4213' },
    seed: { type: 'string', default: '1' },
    latency: { type: 'string', default: '0' },
    speed: { type: 'string', default: '1' },
    key: { type: 'string' },
  },
});

await startSandbox({
  port: Number(values.port),
  jobs: Number(values.jobs),
  seed: Number(values.seed),
  latency: Number(values.latency),
  clockSpeed: Number(values.speed),
  ...(values.key !== undefined && { apiKey: { value: values.key } }),
  log: (line) => process.stdout.write(`${line}\n`),
});
