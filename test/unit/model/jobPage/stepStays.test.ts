import { describe, expect, it } from 'vitest';
import { staysIn } from '../../../../src/model/jobPage/stepStays.ts';
import type { LogEntry } from '../../../../src/protocol/jobPage.ts';
import { processorTime } from '../../processorTime.ts';

const review = { key: 'stp_1', name: 'Review' };
/** What an entry says, between one that begins the step and one that ends it. */
function told(
  text: string | null,
  otherMembers: LogEntry['otherMembers'] = {},
  step = review,
): 'began' | 'ended' | undefined {
  const entry = (text: string | null, at: number, otherMembers: LogEntry['otherMembers'] = {}) => ({
    entry: { at: null, text, otherMembers },
    at,
  });
  const stays = staysIn([entry(`Step “${step.name}” began`, 0), entry(text, 1, otherMembers)])(step);
  return stays.length > 1 ? 'began' : stays[0]?.until === 1 ? 'ended' : undefined;
}

describe('the text of a log entry', () => {
  it.each([
    'Review began',
    'Review started',
    'REVIEW STARTED',
    'Step “Review” began',
    'The step Review has begun.',
    'Step: Review was entered by Ada Byron',
    'Contract 7: Review started again',
    '[engine] Review started',
    'Step Review became active',
    'Entered Review',
    'Job entered step "Review"',
    'Started: Review',
    'Moved to Review',
    'Ada moved the job to the step Review',
    'Moved from Collect to Review.',
    'Sent back to Review (by Grace)',
    'Step changed from Collect to Review',
    'Job is now at Review',
  ])('says that a step began: %s', (text) => expect(told(text)).toBe('began'));

  it.each(['Step “Review” done', 'Review completed by Ada', 'Left Review', 'Moved from Review to Pay'])(
    'says that a step ended: %s',
    (text) => expect(told(text)).toBe('ended'),
  );

  it.each([
    'Workflow Contract Review started',
    'Workflow “Contract Review” started',
    'Workflow “Review” started',
    'Review board began',
    'Previews started',
    'Review-Team started',
    'Moved to Review board',
    'Entered Reviews',
    'Started Review-Team',
    'Reviewed',
    'Review',
    'Review file created',
    'Approved in Review',
    'Assigned to Review',
    'Reminder: Review started',
    'Review started 3 days ago',
    'Plan: Collect, Review, Pay',
    'Plan: Review started by Monday',
    'Will be moved to Review',
    'To be started: Review',
    'If moved to Review, Ada is told',
    'Review not started',
    'Not moved to Review',
    'Review could not be started',
    "Couldn't enter; moved to Review",
    'Next: Review',
  ])('says neither: %s', (text) => expect(told(text)).toBeUndefined());

  it('is read for a name with characters of patterns, and for none that is blank', () => {
    expect(told('Step “Pay (50 %) + book*” began', {}, { key: 's', name: 'Pay (50 %) + book*' })).toBe(
      'began',
    );
    expect(told('Started', {}, { key: '', name: ' ' })).toBeUndefined();
  });
});

it.each(['moved from ', ')', ': '])(
  'a text that repeats %j a hundred thousand times is searched within a second',
  (words) => {
    expect(processorTime(() => expect(told(`Review ${words.repeat(100_000)}`)).toBeUndefined())).toBeLessThan(
      1000,
    );
  },
);

it('a log that names many steps in each of many entries is searched within seconds', () => {
  const log = Array.from({ length: 1000 }, (_, at) => ({
    entry: { at: null, text: 'moved from a '.repeat(77), otherMembers: {} },
    at,
  }));
  const search = () => {
    const stays = staysIn(log);
    expect(Array.from({ length: 200 }, (_, step) => stays({ key: `stp_${step}`, name: 'a' })).flat()).toEqual(
      [],
    );
  };
  expect(processorTime(search)).toBeLessThan(3000);
});

describe('the members of a log entry', () => {
  it.each([
    [{ step: 'Review', event: 'entered' }, null, 'began'],
    [{ step_key: 'stp_1', type: 'step.started' }, 'Ada took over', 'began'],
    [{ currentStep: { key: 'stp_1', name: 'Review' } }, 'STEP_STARTED', 'began'],
    [{ stepName: 'review' }, 'Step done', 'ended'],
    [{ step: 'Review', type: 'stepCompleted' }, null, 'ended'],
    [{ step: 'Review' }, 'Job started', undefined],
    [{ step: 'Review', type: 'reminder.started' }, null, undefined],
    [{ step: 'Review board', event: 'entered' }, null, undefined],
    [{ nextStep: 'Review', step: 'Pay', event: 'entered' }, null, undefined],
    [{ step: 'Review', note: 'entered' }, null, undefined],
    [{ step: 7, event: 'entered' }, null, undefined],
  ] as const)('say it where they name step and event: %j %j', (members, text, event) =>
    expect(told(text, members)).toBe(event),
  );
});
