import { describe, expect, it } from 'vitest';
import { formatProgress } from '../../../src/text/number.ts';

describe('formatProgress', () => {
  it.each([
    [50, 4213, '50 of 4,213'],
    [50, null, '50'],
    [3, 3, '3 of 3'],
    [100, 3, '100'],
    [4213, 50, '4,213'],
  ])('formats the progress %i of %j as “%s”', (done, total, text) => {
    expect(formatProgress(done, total)).toBe(text);
  });
});
