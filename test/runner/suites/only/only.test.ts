suite('a suite with a test that is to run alone', () => {
  test.only('runs alone', () => {});

  test('is left out', () => {});
});
