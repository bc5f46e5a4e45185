/** A failure whose message is all a person needs: what happened and what to do, in one sentence. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/**
 * Runs a command's main function and ends the process with the exit code it returns; a `HumanError` is shown
 * without its stack.
 */
export async function runCommand(main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error instanceof HumanError ? error.message : error);
    process.exit(1);
  }
}
