import { measure, writeBudgets } from './budgets.ts';
import { build, scratchFolder } from './packaging.ts';
import { runCommand } from './process/humanError.ts';

/** `npm run budgets`: takes the sizes of the bundles as they are now for what they may have. */
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
