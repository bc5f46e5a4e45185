import { dice, opaqueKey, pick, type Roll } from './dice.ts';
import type { WireField, WireNamed, WirePerson } from './wire.ts';

/** A step of a workflow. It takes a share of the job's time in proportion to its weight. */
export type Step = WireNamed & { weight: number };

export type SandboxWorkflow = WireNamed & {
  steps: Step[];
  /** Share of all jobs, relative to the other workflows. */
  share: number;
  /** Usual duration in days, for jobs that people work on. */
  days: number;
  /** Share of jobs that the service completes automatically within minutes. */
  quick: number;
};

/** The keys are readable, because people type them. */
export const workflows: [SandboxWorkflow, ...SandboxWorkflow[]] = [
  workflow(
    'wf_invoice_approval',
    'Invoice Approval',
    { share: 20, days: 6, quick: 0.3 },
    {
      'Capture invoice': 0.3,
      'Match purchase order': 1,
      'Approve amount': 6,
      'Release payment': 0.7,
    },
  ),
  workflow(
    'wf_contract_review',
    'Contract Review',
    { share: 10, days: 5, quick: 0.1 },
    {
      'Draft terms': 0.6,
      'Legal review': 2,
      'Negotiate changes': 2,
      'Await signature': 1.5,
      'Archive contract': 0.2,
    },
  ),
  workflow(
    'wf_employee_onboarding',
    'Employee Onboarding',
    { share: 5, days: 8, quick: 0 },
    {
      'Collect documents': 1,
      'Create accounts': 0.5,
      'Prepare workplace': 1,
      'Plan first week': 0.5,
      'Introduce team': 0.5,
      'Agree on goals': 2,
    },
  ),
  workflow(
    'wf_purchase_request',
    'Purchase Request',
    { share: 30, days: 2.2, quick: 0.35 },
    { 'Check budget': 0.3, 'Compare offers': 2, 'Place order': 1 },
  ),
  workflow(
    'wf_vendor_setup',
    'Vendor Setup',
    { share: 18, days: 3.5, quick: 0.25 },
    {
      'Verify company': 1,
      'Check bank details': 1.5,
      'Assess risk': 1,
      'Activate vendor': 0.3,
    },
  ),
  workflow(
    'wf_incident_review',
    'Incident Review',
    { share: 17, days: 2.8, quick: 0.2 },
    {
      'Collect facts': 0.5,
      'Find cause': 1.5,
      'Agree on actions': 0.7,
      'Publish report': 0.5,
      'Verify actions': 2,
    },
  ),
];

function workflow(
  key: string,
  name: string,
  habits: Pick<SandboxWorkflow, 'share' | 'days' | 'quick'>,
  weights: Record<string, number>,
): SandboxWorkflow {
  const steps = Object.entries(weights).map(([step, weight]) => ({
    key: opaqueKey('stp', `${key}/${step}`),
    name: step,
    weight,
  }));
  return { key, name, ...habits, steps };
}

const functions = [
  'Accounting',
  'Customer Care',
  'Facilities',
  'Human Resources',
  'IT Operations',
  'Legal',
  'Logistics',
  'Marketing',
  'Product',
  'Sales',
];
const sites = ['Berlin', 'Lisbon', 'Pune', 'Toronto'];
const costCentres = functions.flatMap((name, row) =>
  sites.map((site, column) => `${4100 + row * 100 + column * 10} ${name}, ${site}`),
);

const regions = ['Africa', 'Americas', 'Asia Pacific', 'Europe', 'Middle East'];

const required = true;

const fields: WireField[] = [
  shortText('Title', required),
  dropdown('Priority', ['Low', 'Normal', 'High', 'Urgent'], required),
  dropdown('Cost centre', costCentres, required),
  dropdown('Department', functions),
  shortText('Reference number', required),
  shortText('Supplier'),
  shortText('Amount'),
  dropdown('Currency', ['EUR', 'USD', 'GBP', 'INR', 'CAD', 'JPY']),
  dropdown('Region', regions),
  dropdown('Contract type', [
    'Framework agreement',
    'Licence',
    'Non-disclosure agreement',
    'Services',
    'Works',
  ]),
  dropdown('Approval route', []),
  shortText('Due date'),
  dropdown('Confidentiality', ['Public', 'Internal', 'Confidential', 'Strictly confidential'], required),
  shortText('Comment'),
];

/** Changes to the fields of the second service, by field name. */
const differences: Record<string, (field: WireField) => WireField[]> = {
  'Reference number': (field) => [{ ...field, required: false }],
  Supplier: (field) => [{ ...field, name: 'Vendor' }],
  Amount: (field) => [field, shortText('Delivery address')],
  Currency: ({ name }) => [dropdown(name, ['EUR', 'USD', 'GBP', 'CAD', 'JPY', 'CHF'])],
  // Keeps the labels but gives the options different keys.
  Region: ({ name }) => [dropdown(name, regions, !required, `${name} of the second service`)],
  'Due date': ({ name }) => [dropdown(name, ['End of week', 'End of month', 'End of quarter'])],
  Comment: () => [],
};
const secondFields = fields.flatMap((field) => differences[field.name]?.(field) ?? [field]);

/** The second service has some different fields, so that the two can be compared. */
export type Variant = 'first' | 'second';

export function fieldsOf(variant: Variant): readonly WireField[] {
  return variant === 'first' ? fields : secondFields;
}

const suppliers: [string, ...string[]] = [
  'Northwind Paper',
  'Contoso Freight',
  'Fabrikam Tools',
  'Tailspin Catering',
];

const sampleTexts: Record<string, [string, ...string[]]> = {
  Title: [
    'Yearly renewal',
    'Second quarter',
    'Replacement for broken laptops',
    'Rahmenvertrag Büromöbel',
    'Follow-up of the audit',
  ],
  'Reference number': ['2026-00417', 'R/88-1290', 'PO 4500019283', 'INC-3071'],
  Supplier: suppliers,
  Vendor: suppliers,
  Amount: ['129.00', '4,850.75', '18,000.00', '312,440.10'],
  'Delivery address': ['12 Harbour Street, Lisbon', 'Main gate, hall 3'],
  'Due date': ['end of month', '2026-12-31', 'as soon as possible'],
  Comment: [
    'Please call before delivery.',
    'See the notes of the last meeting.\nNothing has changed since.',
    '–',
  ],
};

/** Returns the value of a field in a job: an option key, a text, or null for an empty field. */
export function rollFieldValue(field: WireField, roll: Roll): string | null {
  if (!field.required && roll(`${field.key}/blank`) < 0.25) return null;
  const chosen = roll(`${field.key}/value`);
  switch (field.type) {
    case 'dropdown':
      return field.details.options[Math.floor(chosen * field.details.options.length)]?.key ?? null;
    case 'shortText':
      return pick(chosen, sampleTexts[field.name] ?? [field.name]);
  }
}

/** @param keyName name from which the keys are derived */
function dropdown(name: string, labels: string[], isRequired = false, keyName = name): WireField {
  const options = labels.map((label) => ({ key: opaqueKey('opt', `${keyName}/${label}`), label }));
  return {
    key: opaqueKey('fld', keyName),
    name,
    type: 'dropdown',
    details: { options },
    required: isRequired,
  };
}

function shortText(name: string, isRequired = false): WireField {
  return { key: opaqueKey('fld', name), name, type: 'shortText', details: null, required: isRequired };
}

const firstNames: [string, ...string[]] = [
  'Amal',
  'Chris',
  'Dana',
  'Elif',
  'Jun',
  'Kim',
  'Luca',
  'Maya',
  'Noor',
  'Robin',
  'Sam',
  'Zoë',
];
const lastNames: [string, ...string[]] = [
  'Åberg',
  'Costa',
  'Diaz',
  'Fischer',
  'Ito',
  'Khan',
  'Moreau',
  'Novák',
  'Okafor',
  'Silva',
  'Stone',
  'Yılmaz',
];

const teamSize = 12;

export const nobody: WirePerson = { key: null, firstName: null, lastName: null };

/** Returns a team member for a kind of work. The first members get most of the work. */
export function rollPerson(roll: Roll, work: string): WirePerson {
  const index = Math.floor(teamSize * roll(`${work}/person`) ** 3);
  const member = dice(0, `${work}/${index}`);
  const firstName = pick(member('first name'), firstNames);
  const lastName = pick(member('last name'), lastNames);
  return rollNames(roll(`${work}/blank`), {
    key: opaqueKey('usr', `${firstName} ${lastName}`),
    firstName,
    lastName,
  });
}

/** Removes parts of some names, because the service may send null for each part. */
function rollNames(blank: number, person: WirePerson): WirePerson {
  if (blank < 0.03) return { ...person, firstName: null };
  if (blank < 0.06) return { ...person, lastName: null };
  if (blank < 0.08) return { ...person, firstName: null, lastName: null };
  return person;
}

export function fullName({ key, firstName, lastName }: WirePerson): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || key || 'the service';
}
