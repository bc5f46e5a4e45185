import type { FieldValue } from '../../../../src/model/jobPage/undocumentedMembers.ts';
import { empty, fieldValue } from '../builders.tsx';

/** Content of a page whose job is loading. */
export const loading = empty();

/** Creates a field with the option High as its value. */
export const field = (changes: Partial<FieldValue> = {}) =>
  fieldValue({
    type: 'dropdown',
    value: 'opt_h',
    options: [{ label: 'High', value: 'opt_h' }],
    ...changes,
  });

/** Returns the accessible names of all buttons. */
export const buttonNames = (main: ParentNode) =>
  [...main.querySelectorAll('button')].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent,
  );

/** Enters a value into the control with the given name. */
export const input = (main: ParentNode, name: string, value: string) => {
  const control = main.querySelector<HTMLInputElement | HTMLSelectElement>(
    `[aria-label="${name}"]`,
  );
  if (control === null) throw new Error(`There is no control “${name}”.`);
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
};
