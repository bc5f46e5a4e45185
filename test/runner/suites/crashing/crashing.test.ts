suite('a crashing suite', () => {
  test('kills its extension host', async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });
});
