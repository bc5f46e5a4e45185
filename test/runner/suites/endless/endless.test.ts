suite('an endless suite', () => {
  test('never comes to its end', async function () {
    this.timeout(0);
    await new Promise(() => {});
  });
});
