/** Keys to press in the window, and the phrases that have to follow each other in what Orca says. */
export interface Step {
  readonly title: string;
  /** Typed before the keys are pressed. */
  readonly type?: string;
  readonly keys: readonly string[];
  readonly hears: readonly RegExp[];
}

function command(title: string, hears: readonly RegExp[]): readonly Step[] {
  return [
    { title: 'Open the Command Palette', keys: ['F1'], hears: [/./] },
    { title: `Run ${title}`, type: `Workflow Jobs: ${title}`, keys: ['Return'], hears },
  ];
}

export const steps: readonly Step[] = [
  ...command('Focus on Jobs View', [/Jobs/]),
  { title: 'First row', keys: ['Down'], hears: [/./] },
  { title: 'Second row', keys: ['Down'], hears: [/./] },
  { title: 'Fifth row', keys: ['Down', 'Down', 'Down'], hears: [/./] },
  { title: 'Last row', keys: ['End'], hears: [/Load more/] },
  { title: 'Load more', keys: ['Return'], hears: [/./] },
  { title: 'Row after loading', keys: ['Down'], hears: [/./] },
  ...command('Filter Jobs…', [/./]),
  { title: 'Choose the first condition', keys: ['Down'], hears: [/./] },
  { title: 'Close the picker', keys: ['Escape'], hears: [/./] },
  ...command('Focus on Jobs View', [/./]),
  { title: 'Open a job', keys: ['Home', 'Down', 'Return'], hears: [/./] },
  { title: 'Next heading', keys: ['h'], hears: [/./] },
  { title: 'Next heading', keys: ['h'], hears: [/./] },
  { title: 'Next element', keys: ['Tab'], hears: [/./] },
  ...command('Focus on Fields View', [/./]),
  { title: 'First field', keys: ['Home'], hears: [/./] },
  { title: 'Dropdown', keys: ['Down'], hears: [/./] },
  { title: 'Expand', keys: ['Right'], hears: [/./] },
  { title: 'First option', keys: ['Right'], hears: [/./] },
  ...command('Open Overview', [/./]),
  { title: 'Next heading', keys: ['h'], hears: [/./] },
  { title: 'Next heading', keys: ['h'], hears: [/./] },
  { title: 'Next table', keys: ['t'], hears: [/./] },
];
