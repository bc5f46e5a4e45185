import { describe, expect, it } from 'vitest';
import { compareFields } from '../../../../src/model/environments/compareFields.ts';
import { describeChanges, fieldsReport } from '../../../../src/model/environments/fieldsReport.ts';
import { readFields } from '../../../../src/service/index.ts';
import { aField } from '../../../support/service/builders.ts';

const left = { name: 'Development', href: 'http://127.0.0.1:1/api' };
const right = { name: 'Production', href: 'https://eu.example.com/api' };

function report(one: readonly unknown[], other: readonly unknown[], names = { left, right }): string {
  return fieldsReport({ ...names, rows: compareFields(readFields(one), readFields(other)), readAt: Date.parse('2026-10-01T12:00:00Z'), language: 'en' });
}

describe('the report of a comparison', () => {
  const one = [
    aField({ key: 'a', name: 'Comment' }),
    aField({ key: 'b', name: 'Supplier' }),
    aField({ key: 'c', name: 'Due date' }),
    aField({ key: 'd', name: 'Reference', required: true }),
    aField({ key: 'e', name: 'Region', type: 'dropdown', details: { options: [{ key: 'x', label: 'Asia' }, { key: 'y', label: 'Europe' }, { key: 'w', label: 'Africa' }] } }),
    { key: 'f', name: 7 },
    aField({ key: 'g', name: 'Same', help: 'x' }),
  ];
  const other = [
    aField({ key: 'b', name: 'Vendor' }),
    aField({ key: 'c', name: 'Due date', type: 'date' }),
    aField({ key: 'd', name: 'Reference' }),
    aField({ key: 'E', name: 'Region', type: 'dropdown', details: { options: [{ key: 'x', label: 'Asia Pacific' }, { key: 'Y', label: 'Europe' }, { key: 'z', label: 'Oceania' }] } }),
    aField({ key: 'h', name: 'Address', required: true }),
    aField({ key: 'g', name: 'Same', help: 'y' }),
  ];

  it('says from which services and when, then the counts, then each difference', () => {
    const text = report(one, other);
    expect(text.split('\n').filter((line) => !line.startsWith('- Read: Oct 1, 2026'))).toEqual([
      '# Fields of Production, compared with Development',
      '',
      '- **Development**: `http://127.0.0.1:1/api`, fields: 7',
      '- **Production**: `https://eu.example.com/api`, fields: 6',
      '',
      '| Difference | Fields |',
      '|---|---|',
      '| Missing in Production | 1 |',
      '| Added in Production | 1 |',
      '| Other name | 1 |',
      '| Other key | 1 |',
      '| Other type | 1 |',
      '| Required or not | 1 |',
      '| Other options | 1 |',
      '| Other members | 1 |',
      '| Unreadable, so not compared | 1 |',
      '',
      '## Missing in Production',
      '',
      '- **Comment** `a`, `shortText`',
      '',
      '## Added in Production',
      '',
      '- **Address** `h`, `shortText`, required',
      '',
      '## Other name',
      '',
      '- `b`: **Supplier** → **Vendor**',
      '',
      '## Other key',
      '',
      '- **Region**: `e` → `E` (matched by name and type: the keys differ)',
      '',
      '## Other type',
      '',
      '- **Due date** `c`: `shortText` → `date`',
      '',
      '## Required or not',
      '',
      '- **Reference** `d`: required → not required',
      '',
      '## Other options',
      '',
      '- **Region** `e` (matched by name and type: the keys differ)',
      '  - renamed: `x`, **Asia** → **Asia Pacific**',
      '  - other key, matched by label: **Europe**, `y` → `Y`',
      '  - added in Production: **Oceania** `z`',
      '  - missing in Production: **Africa** `w`',
      '',
      '## Other members',
      '',
      '- **Same** `g`: `help`',
      '',
      '## Unreadable, so not compared',
      '',
      '- **f**: Development: data.fields\\[5\\].name: expected string',
      '',
    ]);
  });

  it('is one sentence in short', () => {
    expect(describeChanges(compareFields(readFields(one), readFields(other)), 'en')).toBe(
      '1 missing, 1 added, 1 renamed, 1 with another key, 1 of another type, 1 required differently, 1 with other options, 1 with other members, 1 unreadable',
    );
    expect(describeChanges(compareFields(readFields(one), readFields(one)), 'en')).toBe('');
  });

  it('says where nothing differs', () => {
    expect(report(one, one)).toMatch(/\n\nNothing differs\.\n$/);
  });

  it('says that a repeated key was matched by place', () => {
    expect(report([aField({ key: 'a', name: 'One' }), aField({ key: 'a', name: 'Two' })], [aField({ key: 'a', name: 'Three' })])).toContain('- `a`: **One** → **Three** (matched by place: the key occurs more than once)');
  });

  it('holds hostile names and keys as text: no link, image, markup, line or command of theirs', () => {
    const hostile = '![x](command:evil) <img src=y> **b** | `c`\n# Head [a]: http://evil.example @all $(flame) \u202egnp.';
    const text = report([aField({ key: '``` </code>\n## x', name: hostile })], [], { left, right: { name: hostile, href: right.href } });
    expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(2);
    expect(text).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(|(?<!\\)<img|https?:\/\/evil|(?<!\\)@all|(?<!\\)\$\(|\u202e/);
    expect(text).toContain('```` ``` </code> ## x ````');
  });
});
