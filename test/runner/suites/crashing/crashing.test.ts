suite('Crashing suite', () => {
  test('terminates the extension host', async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
});
