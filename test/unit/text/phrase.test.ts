import { describe, expect, it } from 'vitest';
import { phrase } from '../../../src/text/phrase.ts';

describe('phrase', () => {
  it('replaces numbered placeholders in any order', () => {
    const [active, minutes] = [{ bold: 'Active' }, { bold: '9 min' }];
    expect(phrase('{1} since {0}', minutes, active)).toEqual(['', active, ' since ', minutes, '']);
  });
});
