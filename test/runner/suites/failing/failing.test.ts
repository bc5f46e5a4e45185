import * as assert from 'node:assert';

suite('a failing suite', () => {
  test('passes one', () => {});

  test('fails another', () => {
    assert.equal('tea', 'coffee');
  });
});
