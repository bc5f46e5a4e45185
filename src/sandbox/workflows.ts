import { opaqueKey } from './dice.ts';
import type { Named } from './wire.ts';

export type Workflow = Named & { steps: [Named, ...Named[]] };

/** The keys are meant to be typed. */
export const workflows: [Workflow, ...Workflow[]] = [
  workflow('wf_invoice_approval', 'Invoice Approval', ['Capture invoice', 'Match purchase order', 'Approve amount', 'Release payment']),
  workflow('wf_contract_review', 'Contract Review', ['Draft terms', 'Legal review', 'Negotiate changes', 'Await signature', 'Archive contract']),
  workflow('wf_employee_onboarding', 'Employee Onboarding', [
    'Collect documents',
    'Create accounts',
    'Prepare workplace',
    'Plan first week',
    'Introduce team',
    'Agree on goals',
  ]),
  workflow('wf_purchase_request', 'Purchase Request', ['Check budget', 'Compare offers', 'Place order']),
  workflow('wf_vendor_setup', 'Vendor Setup', ['Verify company', 'Check bank details', 'Assess risk', 'Activate vendor']),
  workflow('wf_incident_review', 'Incident Review', ['Collect facts', 'Find cause', 'Agree on actions', 'Publish report', 'Verify actions']),
];

function workflow(key: string, name: string, steps: [string, ...string[]]): Workflow {
  const step = (stepName: string): Named => ({ key: opaqueKey('stp', `${key}/${stepName}`), name: stepName });
  const [first, ...others] = steps;
  return { key, name, steps: [step(first), ...others.map(step)] };
}
