import { expect, inject, it } from 'vitest';
import { measure, readBudgets } from '../../support/budgets.ts';

const budgets = await readBudgets();
const sizes = await measure(inject('builds').production);

it.each(Object.entries(sizes))('%s is within its budget', (name, bytes) => {
  const budget = budgets[name as keyof typeof budgets];
  expect(
    bytes,
    `${name} has grown: if that is worth it, npm run budgets raises its budget`,
  ).toBeLessThanOrEqual(budget);
});
