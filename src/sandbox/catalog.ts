import { opaqueKey, pick, type Roll } from './dice.ts';
import type { Field, Named, Person } from './wire.ts';

export type Workflow = Named & { steps: Named[] };

/** The keys are meant to be typed. */
export const workflows: [Workflow, ...Workflow[]] = [
  workflow('wf_invoice_approval', 'Invoice Approval', ['Capture invoice', 'Match purchase order', 'Approve amount', 'Release payment']),
  workflow('wf_contract_review', 'Contract Review', ['Draft terms', 'Legal review', 'Negotiate changes', 'Await signature', 'Archive contract']),
  workflow('wf_employee_onboarding', 'Employee Onboarding', [
    'Collect documents', 'Create accounts', 'Prepare workplace', 'Plan first week', 'Introduce team', 'Agree on goals',
  ]),
  workflow('wf_purchase_request', 'Purchase Request', ['Check budget', 'Compare offers', 'Place order']),
  workflow('wf_vendor_setup', 'Vendor Setup', ['Verify company', 'Check bank details', 'Assess risk', 'Activate vendor']),
  workflow('wf_incident_review', 'Incident Review', ['Collect facts', 'Find cause', 'Agree on actions', 'Publish report', 'Verify actions']),
];

function workflow(key: string, name: string, steps: string[]): Workflow {
  return { key, name, steps: steps.map((step) => ({ key: opaqueKey('stp', `${key}/${step}`), name: step })) };
}

const functions = ['Accounting', 'Customer Care', 'Facilities', 'Human Resources', 'IT Operations', 'Legal', 'Logistics', 'Marketing', 'Product', 'Sales'];
const sites = ['Berlin', 'Lisbon', 'Pune', 'Toronto'];
const costCentres = functions.flatMap((name, row) => sites.map((site, column) => `${4100 + row * 100 + column * 10} ${name}, ${site}`));

const regions = ['Africa', 'Americas', 'Asia Pacific', 'Europe', 'Middle East'];

const required = true;

const fields: Field[] = [
  shortText('Title', required),
  dropdown('Priority', ['Low', 'Normal', 'High', 'Urgent'], required),
  dropdown('Cost centre', costCentres, required),
  dropdown('Department', functions),
  shortText('Reference number', required),
  shortText('Supplier'),
  shortText('Amount'),
  dropdown('Currency', ['EUR', 'USD', 'GBP', 'INR', 'CAD', 'JPY']),
  dropdown('Region', regions),
  dropdown('Contract type', ['Framework agreement', 'Licence', 'Non-disclosure agreement', 'Services', 'Works']),
  dropdown('Approval route', []),
  shortText('Due date'),
  dropdown('Confidentiality', ['Public', 'Internal', 'Confidential', 'Strictly confidential'], required),
  shortText('Comment'),
];

/** What differs in the second service, as in services that are maintained apart, by the name of the field. */
const differences: Record<string, (field: Field) => Field[]> = {
  'Reference number': (field) => [{ ...field, required: false }],
  Supplier: (field) => [{ ...field, name: 'Vendor' }],
  Amount: (field) => [field, shortText('Delivery address')],
  Currency: ({ name }) => [dropdown(name, ['EUR', 'USD', 'GBP', 'CAD', 'JPY', 'CHF'])],
  // With other keys for the same.
  Region: ({ name }) => [dropdown(name, regions, !required, `${name} of the second service`)],
  'Due date': ({ name }) => [dropdown(name, ['End of week', 'End of month', 'End of quarter'])],
  Comment: () => [],
};
const secondFields = fields.flatMap((field) => differences[field.name]?.(field) ?? [field]);

/** Two services that are not the same, so that one can be compared with the other. */
export type Variant = 'first' | 'second';

export function fieldsOf(variant: Variant): readonly Field[] {
  return variant === 'first' ? fields : secondFields;
}

const suppliers: [string, ...string[]] = ['Northwind Paper', 'Contoso Freight', 'Fabrikam Tools', 'Tailspin Catering'];

const sampleTexts: Record<string, [string, ...string[]]> = {
  Title: ['Yearly renewal', 'Second quarter', 'Replacement for broken laptops', 'Rahmenvertrag Büromöbel', 'Follow-up of the audit'],
  'Reference number': ['2026-00417', 'R/88-1290', 'PO 4500019283', 'INC-3071'],
  Supplier: suppliers,
  Vendor: suppliers,
  Amount: ['129.00', '4,850.75', '18,000.00', '312,440.10'],
  'Delivery address': ['12 Harbour Street, Lisbon', 'Main gate, hall 3'],
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

/** @param keyName what its keys are derived from */
function dropdown(name: string, labels: string[], isRequired = false, keyName = name): Field {
  const options = labels.map((label) => ({ key: opaqueKey('opt', `${keyName}/${label}`), label }));
  return { key: opaqueKey('fld', keyName), name, type: 'dropdown', details: { options }, required: isRequired };
}

function shortText(name: string, isRequired = false): Field {
  return { key: opaqueKey('fld', name), name, type: 'shortText', details: null, required: isRequired };
}

const firstNames: [string, ...string[]] = ['Amal', 'Chris', 'Dana', 'Elif', 'Jun', 'Kim', 'Luca', 'Maya', 'Noor', 'Robin', 'Sam', 'Zoë'];
const lastNames: [string, ...string[]] = ['Åberg', 'Costa', 'Diaz', 'Fischer', 'Ito', 'Khan', 'Moreau', 'Novák', 'Okafor', 'Silva', 'Stone', 'Yılmaz'];

export const nobody: Person = { key: null, firstName: null, lastName: null };

/** Mostly whole names; the document lets each part be null, so some are. */
export function rollPerson(roll: Roll, trait: string): Person {
  const firstName = pick(roll(`${trait}/first name`), firstNames);
  const lastName = pick(roll(`${trait}/last name`), lastNames);
  const key = opaqueKey('usr', `${firstName} ${lastName}`);
  const blank = roll(`${trait}/blank`);
  if (blank < 0.03) return { key, firstName: null, lastName };
  if (blank < 0.06) return { key, firstName, lastName: null };
  if (blank < 0.08) return { key, firstName: null, lastName: null };
  return { key, firstName, lastName };
}

export function personName({ key, firstName, lastName }: Person): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || key || 'the service';
}
