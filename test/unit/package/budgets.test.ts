import { describe, expect, inject, it } from 'vitest';
import { measure, readBudgets } from '../../support/checks/budgets.ts';

const budgets = await readBudgets();
const sizes = await measure(inject('builds').production);

describe('Production build', () => {
  it.each(Object.entries(sizes))('keeps the bundle %s within its size budget', (name, bytes) => {
    const message = `${name} has grown. To raise its budget, run "npm run budgets".`;
    expect(bytes, message).toBeLessThanOrEqual(budgets[name as keyof typeof budgets]);
  });
});
