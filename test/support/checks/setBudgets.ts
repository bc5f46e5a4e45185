import { measure, writeBudgets } from './budgets.ts';
import { build, scratchFolder } from '../package/packaging.ts';
import { runCommand } from '../process/humanError.ts';

/** Implements `npm run budgets`, which sets the size budgets based on the current bundle sizes. */
await runCommand(async () => {
  const { folder, remove } = await scratchFolder();
  try {
    await build(folder);
    const sizes = await measure(folder);
    await writeBudgets(sizes);
    for (const [name, bytes] of Object.entries(sizes)) console.log(`${name}: ${bytes} bytes`);
    return 0;
  } finally {
    await remove();
  }
});
