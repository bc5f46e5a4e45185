import { dice, opaqueKey, pick, type Roll } from './dice.ts';
import type { WireField, WireNamed, WirePerson } from './wire.ts';

export type Step = WireNamed & {
  /** Usual duration of the step in days if people do the work. Automatic steps are faster. */
  days: number;
};

export type SandboxWorkflow = WireNamed & { steps: Step[] };

/** Step names by workflow name, starting with the most frequent workflow. */
const stepNames = {
  'Purchase Request': ['Check budget', 'Compare offers', 'Place order'],
  'Invoice Approval': [
    'Capture invoice',
    'Match purchase order',
    'Approve amount',
    'Release payment',
  ],
  'Vendor Setup': ['Verify company', 'Check bank details', 'Assess risk', 'Activate vendor'],
  'Incident Review': [
    'Collect facts',
    'Find cause',
    'Agree on actions',
    'Publish report',
    'Verify actions',
  ],
  'Contract Review': ['Draft terms', 'Legal review', 'Negotiate changes', 'Await signature'],
  'Employee Onboarding': [
    'Collect documents',
    'Create accounts',
    'Plan first week',
    'Introduce team',
  ],
};

export const workflows = Object.entries(stepNames).map(([name, steps]): SandboxWorkflow => {
  // Workflow keys are readable, because users type them.
  const key = `wf_${name.toLowerCase().replaceAll(' ', '_')}`;
  return { key, name, steps: steps.map((step) => stepOf(key, step)) };
});

function stepOf(workflowKey: string, name: string): Step {
  const key = opaqueKey('stp', `${workflowKey}/${name}`);
  return { key, name, days: 0.2 + 2 * dice(0, key)('days') ** 2 };
}

const departments = [
  'Accounting',
  'Facilities',
  'IT',
  'Legal',
  'Logistics',
  'Marketing',
  'Product',
  'Sales',
];
const sites = ['Berlin', 'Lisbon', 'Osaka', 'Pune', 'Toronto'];
const costCentres = departments.flatMap((name) => sites.map((site) => `${name}, ${site}`));
const regions = ['Africa', 'Americas', 'Asia Pacific', 'Europe', 'Middle East'];

const fields: WireField[] = [
  required(shortText('Title')),
  required(dropdown('Priority', ['Low', 'Normal', 'High', 'Urgent'])),
  required(dropdown('Cost centre', costCentres)),
  dropdown('Department', departments),
  required(shortText('Reference number')),
  shortText('Supplier'),
  shortText('Amount'),
  dropdown('Currency', ['EUR', 'USD', 'GBP', 'INR', 'CAD', 'JPY']),
  dropdown('Region', regions),
  dropdown('Contract type', [
    'Framework agreement',
    'Licence',
    'Non-disclosure agreement',
    'Services',
  ]),
  dropdown('Approval route', []),
  shortText('Due date'),
  required(
    dropdown('Confidentiality', ['Public', 'Internal', 'Confidential', 'Strictly confidential']),
  ),
  shortText('Comment'),
];

/** Functions that convert a field of the first sample service to fields of the second, by name. */
const differences: Record<string, (field: WireField) => WireField[]> = {
  'Reference number': (field) => [{ ...field, required: false }],
  Supplier: (field) => [{ ...field, name: 'Vendor' }],
  Amount: (field) => [field, shortText('Delivery address')],
  Currency: ({ name }) => [dropdown(name, ['EUR', 'USD', 'GBP', 'CAD', 'JPY', 'CHF'])],
  // Labels are the same as in the first sample service, but the option keys are different.
  Region: ({ name }) => [{ ...dropdown('Second region', regions), name }],
  'Due date': ({ name }) => [dropdown(name, ['End of week', 'End of month', 'End of quarter'])],
  Comment: () => [],
};

/**
 * Fields of the two sample services. Some fields differ, so that users can try comparing the
 * services.
 */
export const fieldVariants = {
  first: fields,
  second: fields.flatMap((field) => differences[field.name]?.(field) ?? [field]),
};
export type Variant = keyof typeof fieldVariants;

function dropdown(name: string, labels: string[]): WireField {
  const options = labels.map((label) => ({ key: opaqueKey('opt', `${name}/${label}`), label }));
  return {
    key: opaqueKey('fld', name),
    name,
    type: 'dropdown',
    details: { options },
    required: false,
  };
}

function shortText(name: string): WireField {
  return { key: opaqueKey('fld', name), name, type: 'shortText', details: null, required: false };
}

function required(field: WireField): WireField {
  return { ...field, required: true };
}

const suppliers = ['Northwind Paper', 'Contoso Freight', 'Fabrikam Tools', 'Tailspin Catering'];

const sampleTexts: Record<string, string[]> = {
  Title: ['Yearly renewal', 'Replacement for broken laptops', 'Rahmenvertrag Büromöbel'],
  'Reference number': ['2026-00417', 'R/88-1290', 'PO 4500019283', 'INC-3071'],
  Supplier: suppliers,
  Vendor: suppliers,
  Amount: ['129.00', '4,850.75', '18,000.00', '312,440.10'],
  'Delivery address': ['12 Harbour Street, Lisbon', 'Main gate, hall 3'],
  'Due date': ['end of month', '2026-12-31', 'as soon as possible'],
  Comment: [
    'Please call before delivery.',
    'See the notes of the last meeting.\nNothing has changed since.',
  ],
};

/** Returns a random field value: an option key, a string, or null for an empty field. */
export function rollFieldValue(
  { key, name, required, details }: WireField,
  roll: Roll,
): string | null {
  if (!required && roll(`${key}/empty`) < 0.25) return null;
  const values = details?.options.map((option) => option.key) ?? sampleTexts[name] ?? [name];
  return values.length === 0 ? null : pick(roll(`${key}/value`), values);
}

export const nobody: WirePerson = { key: null, firstName: null, lastName: null };

/**
 * Names of the sample people, starting with the person who has the most jobs. The first or last
 * name may be missing.
 */
const names: [firstName: string | null, lastName: string | null][] = [
  ['Amal', 'Åberg'],
  ['Chris', 'Costa'],
  ['Dana', 'Diaz'],
  ['Elif', 'Yılmaz'],
  ['Jun', 'Ito'],
  ['Kim', 'Khan'],
  ['Luca', 'Moreau'],
  ['Zoë', 'Novák'],
  ['Noor', null],
  [null, 'Okafor'],
  [null, null],
];
export const team = names.map(([firstName, lastName], index): WirePerson => {
  return { key: opaqueKey('usr', String(index)), firstName, lastName };
});

export function fullName({ key, firstName, lastName }: WirePerson): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || String(key);
}
