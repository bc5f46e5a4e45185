import { opaqueKey, pick, type Roll } from './dice.ts';
import type { Field } from './wire.ts';

const functions = ['Accounting', 'Customer Care', 'Facilities', 'Human Resources', 'IT Operations', 'Legal', 'Logistics', 'Marketing', 'Product', 'Sales'];
const sites = ['Berlin', 'Lisbon', 'Pune', 'Toronto'];
const costCentres = functions.flatMap((name, row) =>
  sites.map((site, column) => `${4100 + row * 100 + column * 10} ${name}, ${site}`),
);

const required = true;

export const fields: Field[] = [
  shortText('Title', required),
  dropdown('Priority', ['Low', 'Normal', 'High', 'Urgent'], required),
  dropdown('Cost centre', costCentres, required),
  dropdown('Department', functions),
  shortText('Reference number', required),
  shortText('Supplier'),
  shortText('Amount'),
  dropdown('Currency', ['EUR', 'USD', 'GBP', 'INR', 'CAD', 'JPY']),
  dropdown('Region', ['Africa', 'Americas', 'Asia Pacific', 'Europe', 'Middle East']),
  dropdown('Contract type', ['Framework agreement', 'Licence', 'Non-disclosure agreement', 'Services', 'Works']),
  dropdown('Approval route', []),
  shortText('Due date'),
  dropdown('Confidentiality', ['Public', 'Internal', 'Confidential', 'Strictly confidential'], required),
  shortText('Comment'),
];

const sampleTexts: Record<string, [string, ...string[]]> = {
  Title: ['Yearly renewal', 'Second quarter', 'Replacement for broken laptops', 'Rahmenvertrag Büromöbel', 'Follow-up of the audit'],
  'Reference number': ['2026-00417', 'R/88-1290', 'PO 4500019283', 'INC-3071'],
  Supplier: ['Northwind Paper', 'Contoso Freight', 'Fabrikam Tools', 'Tailspin Catering'],
  Amount: ['129.00', '4,850.75', '18,000.00', '312,440.10'],
  'Due date': ['end of month', '2026-12-31', 'as soon as possible'],
  Comment: ['Please call before delivery.', 'See the notes of the last meeting.\nNothing has changed since.', '–'],
};

/** What a job holds for a field: an option's key, a text, or null where nothing was filled in. */
export function rollFieldValue(field: Field, roll: Roll): string | null {
  if (!field.required && roll(`${field.key}/blank`) < 0.25) return null;
  const chosen = roll(`${field.key}/value`);
  switch (field.type) {
    case 'dropdown':
      return field.details.options[Math.floor(chosen * field.details.options.length)]?.key ?? null;
    case 'shortText':
      return pick(chosen, sampleTexts[field.name] ?? [field.name]);
  }
}

function dropdown(name: string, labels: string[], isRequired = false): Field {
  const options = labels.map((label) => ({ key: opaqueKey('opt', `${name}/${label}`), label }));
  return { key: opaqueKey('fld', name), name, type: 'dropdown', details: { options }, required: isRequired };
}

function shortText(name: string, isRequired = false): Field {
  return { key: opaqueKey('fld', name), name, type: 'shortText', details: null, required: isRequired };
}
