suite('a suite that leaves a rejection behind', () => {
  test('passes nevertheless', () => {
    void Promise.reject(new Error('nobody listens'));
  });

  test('is not asked for', () => {});
});
