// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { buttonNamed, disclosureNamed, renderedPage, show, textOf } from '../builders.tsx';
import { field, buttonNames, input } from './sectionsSetup.ts';

describe('Fields section', () => {
  const cellsOf = (main: ParentNode) =>
    [...main.querySelectorAll('[data-section=fields] tbody tr')].map((each) =>
      [...each.children].map((cell) => cell.textContent),
    );

  it('shows the name, type, and value of each field', () => {
    const { main } = renderedPage(
      show({
        fields: [
          field({ required: true }),
          field({ key: 'g', name: 'Cost centre', type: null, value: null, options: null }),
          field({
            key: 'h',
            name: 'Tags',
            value: ['a', 'b'],
            options: [
              { label: 'Red', value: 'a' },
              { label: null, value: 'b' },
            ],
          }),
          field({
            key: 'i',
            name: 'Region',
            value: { key: 'opt_eu', label: 'Europe' },
            options: [{ label: 'Europe', value: { key: 'opt_eu', label: 'Europe' } }],
          }),
          field({
            key: 'k',
            name: 'Codes',
            value: { 0: 'a', 2: 'b' },
            options: [
              { label: 'Red', value: 'a' },
              { label: 'Blue', value: 'b' },
            ],
          }),
          field({ key: 'j', name: 'Weight', type: 'number', value: 7, options: null, unit: 'kg' }),
        ],
      }),
    );
    expect(cellsOf(main)).toEqual([
      ['Priority requireddropdown', 'High opt_h'],
      ['Cost centre', 'not set'],
      ['Tagsdropdown', 'Red ab'],
      ['Regiondropdown', 'Europe opt_eu'],
      ['Codesdropdown', 'Red aBlue b'],
      ['Weightnumber', '7 kg'],
    ]);
  });

  it('offers a copy button for each value that is not empty', () => {
    const { main } = renderedPage(
      show({
        fields: [
          field({ key: 'g', name: 'Cost centre', value: null, options: null }),
          field(),
          field({ key: 'h', name: 'Note', value: '', options: null }),
        ],
      }),
    );
    expect(buttonNames(main.querySelector('[data-section=fields]') ?? main)).toEqual([
      'Copy the value of Priority',
    ]);
  });

  it('copies the value of the selected field, even if several fields have the same key', () => {
    const { main, sent } = renderedPage(
      show({
        fields: [
          field({ name: 'First' }),
          field({ name: 'Second', value: 'opt_l' }),
          field({ name: 'Third', value: ['a', 1], options: null }),
        ],
      }),
    );
    for (const name of ['First', 'Second', 'Third'])
      buttonNamed(main, `Copy the value of ${name}`).click();
    expect(sent).toEqual([
      { kind: 'copyValue', text: 'opt_h' },
      { kind: 'copyValue', text: 'opt_l' },
      { kind: 'copyValue', text: '[\n  "a",\n  1\n]' },
    ]);
  });

  it('creates links only for web URLs', () => {
    const text =
      'See https://a.example/x?y=1, (http://b.example). Not javascript:alert(1), command:x, file:///etc, https://, httpsx://c or https://d.example/\u202e';
    const { main } = renderedPage(
      show({
        fields: [
          field({ value: text, options: null }),
          field({
            key: 'g',
            name: 'https://name.example',
            value: `${'x '.repeat(290)}https://cut.example/${'y'.repeat(100)}`,
            options: null,
          }),
        ],
        log: [{ at: null, text: 'https://log.example', otherMembers: {} }],
        more: { deep: 'https://more.example' },
      }),
    );
    expect([...main.querySelectorAll('a')].map((each) => each.getAttribute('href'))).toEqual([
      'https://a.example/x?y=1',
      'http://b.example',
      'https://log.example',
      'https://more.example',
    ]);
    expect(textOf(main, '[data-section=fields] .text')).toBe(text.replace('\u202e', '\\u202e'));
    buttonNamed(main, 'Show All 700 Characters').click();
    expect(main.querySelectorAll('a')).toHaveLength(5);
  });

  it('offers a filter if there are at least ten fields', () => {
    const fields = Array.from({ length: 200 }, (_, index) =>
      field({
        key: `k${index}`,
        name: `Field ${index}`,
        type: index === 7 ? 'special' : 'dropdown',
        value: `opt_${index}`,
        options: [{ label: `Label ${index}.`, value: `opt_${index}` }],
      }),
    );
    const { main } = renderedPage(show({ fields }));
    const filtered = (text: string) => {
      input(main, 'Filter fields', text);
      return cellsOf(main).map(([name]) => name?.replace('dropdown', ''));
    };
    expect(filtered('field 19')).toEqual([
      'Field 19',
      ...Array.from({ length: 10 }, (_, index) => `Field 19${index}`),
    ]);
    expect(textOf(main, '[data-section=fields] [role=status]')).toBe('11 of 200');
    for (const text of ['SPECIAL', '\uff33pecial'])
      expect(filtered(text)).toEqual(['Field 7special']);
    expect(filtered('label 42.')).toEqual(['Field 42']);
    expect(filtered('opt_199')).toEqual(['Field 199']);
    expect([filtered('nowhere'), textOf(main, '[data-section=fields]')]).toEqual([
      [],
      expect.stringContaining('No fields match the filter.'),
    ]);
    expect(
      renderedPage(show({ fields: fields.slice(0, 9) })).main.querySelector(
        '[aria-label="Filter fields"]',
      ),
    ).toBeNull();
  });

  it('shortens long values until Show All is selected', () => {
    const { main } = renderedPage(
      show({
        fields: [
          field({ value: 'x'.repeat(200_000), options: null }),
          field({
            key: 'g',
            value: { rows: [1, 2] },
            options: null,
            otherMembers: { editable: true },
          }),
        ],
      }),
    );
    expect(main.textContent.length).toBeLessThan(3000);
    buttonNamed(main, 'Show All 200,000 Characters').click();
    expect(main.textContent.length).toBeGreaterThan(200_000);
    disclosureNamed(main, '1 more property').open = true;
    expect(textOf(main, '[data-section=fields]')).toContain('editableyes');
  });
});
