suite('Crashing suite', () => {
  test('ends the extension host', async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
});
