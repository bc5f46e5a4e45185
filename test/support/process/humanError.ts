/** An error whose message tells the user what happened and what to do. */
export class HumanError extends Error {
  override readonly name = 'HumanError';
}

/**
 * Runs the main function of a command, and exits with the exit code that it returns. Prints only
 * the message of a `HumanError`, without its stack trace.
 */
export async function runCommand(main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(error instanceof HumanError ? error.message : error);
    process.exit(1);
  }
}
