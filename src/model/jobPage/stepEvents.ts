import type { LogEntry } from '../../protocol/jobPage.ts';
import type { Json } from '../../protocol/page.ts';

/** What a log entry says of a step. */
type StepEvent = 'began' | 'ended';

const { source: moved } = /(?:moved|advanced|proceeded|returned|went|sent)(?: the job)?(?: on| back)?/;
const { source: turned } = /(?:step|stage|status|state|phase) (?:changed|set)/;

/**
 * The words that say that a step began or ended, after its name and before it. The interface document gives log entries
 * no meaning, so only these count: an entry that merely mentions a step is no proof.
 */
const words: Readonly<Record<StepEvent, readonly [after: string, before: string]>> = {
  began: [/began|begun|started|restarted|entered|reached|activated|became active/.source, `(?:${moved}|${turned})(?: from .+)? to|now (?:at|in)`],
  ended: ['ended|done|finished|completed|left', `(?:${moved}|${turned}) from`],
};

/** What an entry says that tells of a plan, a reminder or a failure. */
const unproven = /\b(?:not|never|no|will|would|should|could|can(?:not)?|may|might|must|shall|if|when|once|until|unless|be|next|due|(?:plan|schedul|expect|remind|fail)\w*)\b|n['\u2019]t\b/;

const noun = '(?:the )?(?:(?:step|stage|task|phase|activity):? )?';
const quotes = '["\'“”„‘’«»‹›`]*';
/** The end of a phrase, so that the name is not the beginning of a longer one. */
const end = '(?=\\s*(?:$|[\\n.,;:!?()|–—])| (?:-|by|again|from|to|with)\\b)';

/** Members that name an entry's step, and those that name its event. */
const [stepMember, eventMember] = [/^(?:active|current)?(?:step|stage|task|phase|activity)(?:key|id|name)?$/, /^(?:event|type|kind|action|status|transition)(?:type|name)?$/];

/** Reads a log once; the result tells what its entries say of a step, in the order of the log. */
export function stepEventsIn(log: readonly LogEntry[]): (step: { readonly key: string; readonly name: string }) => { readonly entry: LogEntry; readonly event: StepEvent }[] {
  const all = log.map((entry) => {
    const text = normal(entry.text);
    const members = Object.entries(entry.otherMembers).map(([name, value]) => ({ name: name.replaceAll(/[_-]/g, '').toLowerCase(), value }));
    const steps = members.flatMap(({ name, value }) => (stepMember.test(name) ? normal(value !== null && typeof value === 'object' && 'key' in value ? value.key : value) : []));
    return { entry, text, steps, events: steps.length === 0 ? [] : [text, ...members.flatMap(({ name, value }) => (eventMember.test(name) ? normal(value) : []))] };
  });
  return (step) => {
    const [name, key] = [normal(step.name), normal(step.key)];
    const patterns = { began: phrase('began', name), ended: phrase('ended', name) };
    const eventIn = (text: string): StepEvent | undefined => {
      if (name === '' || !text.includes(name) || unproven.test(text.replaceAll(name, ''))) return undefined;
      return patterns.began.test(text) ? 'began' : patterns.ended.test(text) ? 'ended' : undefined;
    };
    return all.flatMap(({ entry, text, steps, events }) => {
      // `entered`, `step.started`: an event and nothing else.
      const ofMembers = steps.includes(name) || steps.includes(key) ? events.map((each) => `${name} ${each.replace(/^step\b/, '').trim()}`) : [];
      const event = [text, ...ofMembers].map(eventIn).find((each) => each !== undefined);
      return event === undefined ? [] : [{ entry, event }];
    });
  };
}

/** The words of a text, `stepStarted` and `STEP_STARTED` as two; empty for anything else. */
function normal(value: Json | undefined): string {
  return typeof value !== 'string' ? '' : value.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=\w)[._](?=\w)/g, ' ').trim().toLowerCase();
}

/** `Step “Review” began`, and `Moved to Review`. */
function phrase(event: StepEvent, name: string): RegExp {
  const [after, before] = words[event];
  const step = noun + quotes + name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&') + quotes;
  return new RegExp(`(?:^|[.:;!?|\\])\\n] ?)${step}:? (?:(?:was|is|has|been|now) )*(?:${after})${end}|\\b(?:${after}|${before}):? ${step}${end}`);
}
