import type { ListService } from './listService.ts';

/** Actions in the window, and the phrases that Orca has to say after them. */
export interface Step {
  readonly title: string;
  /** Changes the service before the other actions. */
  readonly change?: (service: ListService) => void;
  /** Text to type before the keys are pressed. */
  readonly type?: string;
  readonly keys?: readonly string[];
  /** Expected phrases, in this order. */
  readonly hears: readonly RegExp[];
  /** Phrase that Orca must not repeat. */
  readonly once?: RegExp;
}

function command(
  title: string,
  hears: readonly RegExp[],
  change?: Step['change'],
): readonly Step[] {
  return [
    {
      title: 'Open the Command Palette',
      ...(change && { change }),
      keys: ['F1'],
      hears: [/Results/],
    },
    { title: `Run ${title}`, type: `Workflow Jobs: ${title}`, keys: ['Return'], hears },
  ];
}

const jobsTree: readonly Step[] = [
  ...command('Focus on Jobs View', [/^Jobs tree/]),
  {
    title: 'Go to the first job',
    keys: ['Down'],
    hears: [
      /^Invoice Approval, active at Manager review, started 1 hour ago, assigned to Ada Lovelace, key job_1\.$/,
      /^tree level 1\.$/,
    ],
  },
  {
    title: 'Go to the fifth job',
    keys: ['Down', 'Down', 'Down', 'Down'],
    hears: [
      /^Employee Onboarding, active at Manager review, .*, key job_2\.$/,
      /^Invoice Approval, completed 4 days ago, .*key job_5\.$/,
    ],
  },
  { title: 'Go to the last row', keys: ['End'], hears: [/^Load more, 50 of 140\.$/] },
  {
    title: 'Load more jobs',
    keys: ['Return'],
    hears: [/^Info: Loaded 50 more jobs, 100 of 140$/, /key job_51\.$/],
  },
  ...command('Refresh', [/^Info: Refresh failed\. .*The service is being updated\.$/], (service) =>
    service.setDown(true),
  ),
  ...command('Refresh', [/^Info: Refresh succeeded\.$/], (service) => service.setDown(false)),
];

const pickers: readonly Step[] = [
  ...command('Filter Jobs…', [/^Text in a name or the key\.$/]),
  {
    title: 'Go to the next row',
    keys: ['Down'],
    hears: [/^Assigned to me, select your name first\.$/],
  },
  {
    title: 'Go to the next row',
    keys: ['Down'],
    hears: [/^Started by me, select your name first\.$/],
  },
  { title: 'Go to the next row', keys: ['Down'], hears: [/^Workflow, Conditions\.$/] },
  { title: 'Go to the next row', keys: ['Down'], hears: [/^Step\.$/] },
  { title: 'Close the picker', keys: ['Escape'], hears: [/^tree level 1\.$/] },
  ...command('Start Job…', [/^Employee Onboarding, wf_employee_onboarding, seen in jobs\.$/]),
  {
    title: 'Go to the next workflow',
    keys: ['Down'],
    hears: [/^Invoice Approval, wf_invoice_approval\.$/],
  },
];

const jobPage: readonly Step[] = [
  {
    title: 'Start the job',
    keys: ['Return'],
    hears: [
      /^Info: Starting a job for workflow “Invoice Approval”…$/,
      /^Invoice Approval document web\.$/,
    ],
  },
  { title: 'Go to the next heading', keys: ['h'], hears: [/^Invoice Approval heading level 1\.$/] },
  { title: 'Go to the next heading', keys: ['h'], hears: [/heading level 2\.$/] },
  {
    title: 'Go to the next button',
    keys: ['Tab'],
    hears: [/^Copy wf_invoice_approval push button\.$/],
  },
  { title: 'Copy the key', keys: ['Return'], hears: [/^Key copied$/] },
  {
    title: 'Wait until the job completes',
    change: (service) => service.completeStarted(),
    hears: [/^Info: Invoice Approval completed$/],
    once: /ompleted/,
  },
];

const fieldsTree: readonly Step[] = [
  ...command('Focus on Fields View', [/^Fields tree/]),
  {
    title: 'Go to the first field',
    keys: ['Home'],
    hears: [/^Cost center, shortText\.$/, /^tree level 1\.$/],
  },
  {
    title: 'Go to a dropdown',
    keys: ['Down'],
    hears: [/^Region, dropdown, required, 3 options\.$/, /^collapsed\.$/],
  },
  { title: 'Expand the dropdown', keys: ['Right'], hears: [/^expanded$/] },
  {
    title: 'Go to the first option',
    keys: ['Right'],
    hears: [/^Europe, option of Region\.$/, /^tree level 2\.$/],
  },
];

const overview: readonly Step[] = [
  ...command('Open Overview', []),
  // Focuses the page again, because Orca sometimes does not enter a new page.
  ...command('Open Overview', [/Overview document web/]),
  { title: 'Go to the next heading', keys: ['h'], hears: [/^Overview heading level 1\.$/] },
  {
    title: 'Go to the next heading',
    keys: ['h'],
    hears: [/^WHERE IS IT STUCK\? heading level 2\.$/i],
  },
  {
    title: 'Go to the next table',
    keys: ['t'],
    hears: [/^table with 2 rows 7 columns/, /^Step column header\.$/],
  },
];

export const steps: readonly Step[] = [
  ...jobsTree,
  ...pickers,
  ...jobPage,
  ...fieldsTree,
  ...overview,
];
