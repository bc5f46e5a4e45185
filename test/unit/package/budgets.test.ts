import { describe, expect, inject, it } from 'vitest';
import { measure, readBudgets } from '../../support/checks/budgets.ts';

const budgets = await readBudgets();
const sizes = await measure(inject('builds').production);

describe('Bundles', () => {
  it.each(Object.entries(sizes))('stay within their size budget: %s', (name, bytes) => {
    const message = `${name} has grown. To raise its budget, run "npm run budgets".`;
    expect(bytes, message).toBeLessThanOrEqual(budgets[name as keyof typeof budgets]);
  });
});
