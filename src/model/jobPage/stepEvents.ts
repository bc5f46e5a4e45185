import type { LogEntry } from '../../protocol/jobPage.ts';
import type { Json } from '../../protocol/page.ts';

/** What a log entry says of a step. */
type StepEvent = 'began' | 'ended';

/**
 * The words that say what happened to a step. The interface document gives log entries no meaning, so only these count:
 * an entry that merely mentions a step is no proof.
 */
const words: Readonly<Record<StepEvent, string>> = {
  began: 'began|begun|started|restarted|entered|reached|activated|became active',
  ended: 'ended|done|finished|completed|left',
};
const moved = '(?:moved|advanced|proceeded|progressed|transitioned|returned|went|sent)(?: the job)?(?: on| back| forward)?';
const turned = '(?:step|stage|status|state|phase)(?: was| has)? (?:changed|switched|set)';
const moves: Readonly<Record<StepEvent, string>> = {
  began: `${moved} to|${moved} from .+ to|${turned} to|${turned} from .+ to|now (?:at|in)`,
  ended: `${moved} from|${turned} from`,
};

/** What an entry says that tells of a plan, a reminder or a failure. */
const unproven = /\b(?:not|never|no|will|would|should|could|can|cannot|may|might|must|shall|if|when|once|until|unless|be|plan\w*|schedul\w*|expect\w*|remind\w*|next|due|fail\w*|unable)\b|n't\b|n’t\b/;

/** A word for steps before the name of one. */
const noun = '(?:the )?(?:(?:step|stage|task|phase|activity):? )?';
const [opening, closing] = ['["\'“”„‘’«»‹›`(]*', '["\'“”„‘’«»‹›`)]*'];
/** The end of a phrase, so that the name is not the beginning of a longer one. */
const end = '(?=\\s*(?:$|[\\n.,;:!?()|–—])| -|\\s+(?:by|again|from|to|with|automatically)\\b)';

/** Members that name an entry's step, and those that name its event. */
const stepMember = /^(?:active|current)?(?:step|stage|task|phase|activity)(?:key|id|name)?$/;
const eventMember = /^(?:event|type|kind|action|status|state|transition)(?:type|name)?$/;
const eventWords: Readonly<Record<StepEvent, ReadonlySet<string>>> = {
  began: new Set([...words.began.split('|'), 'begin', 'start', 'enter']),
  ended: new Set([...words.ended.split('|'), 'end', 'finish', 'complete', 'leave']),
};
const besideEvent = new Set(['step', 'stage', 'task', 'phase', 'activity', 'was', 'has', 'been', 'is']);

/** An entry that tells of some event; read once, because each step searches all entries. */
interface TellingEntry {
  readonly entry: LogEntry;
  readonly text: string;
  /** The steps that members name, and the event that members or the text alone name. */
  readonly steps: readonly string[];
  readonly event: StepEvent | undefined;
}

const telling = new RegExp(`\\b(?:${words.began}|${words.ended}|${moves.began}|${moves.ended})\\b`);

/** Reads a log; the result tells what its entries say of a step, in the order of the log. */
export function stepEventsIn(log: readonly LogEntry[]): (step: { readonly key: string; readonly name: string }) => { readonly entry: LogEntry; readonly event: StepEvent }[] {
  const all = log.map(tellingEntry).filter(({ text, event }) => event !== undefined || telling.test(text));
  return (step) => {
    const [name, key] = [normal(step.name), normal(step.key)];
    if (name === '') return [];
    const patterns = { began: phrases('began', name), ended: phrases('ended', name) };
    return all.flatMap(({ entry, text, steps, event: memberEvent }) => {
      const event = textEvent(text, name, patterns) ?? (steps.some((each) => each === name || each === key) ? memberEvent : undefined);
      return event === undefined ? [] : [{ entry, event }];
    });
  };
}

function normal(name: string): string {
  return name.trim().toLowerCase();
}

/** `Step “Review” began`, and `Moved to Review`. */
function phrases(event: StepEvent, name: string): RegExp {
  const quoted = opening + name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + closing;
  return new RegExp(`(?:^|[.:;!?|\\])\\n] ?)${noun}${quoted}:? (?:(?:was|is|has|been|now) )*(?:${words[event]})${end}|\\b(?:${words[event]}|${moves[event]}):? ${noun}${quoted}${end}`);
}

function textEvent(text: string, name: string, patterns: Readonly<Record<StepEvent, RegExp>>): StepEvent | undefined {
  if (!text.includes(name) || unproven.test(text.replaceAll(name, ''))) return undefined;
  return patterns.began.test(text) ? 'began' : patterns.ended.test(text) ? 'ended' : undefined;
}

function tellingEntry(entry: LogEntry): TellingEntry {
  const members = Object.entries(entry.otherMembers).map(([name, value]) => ({ name: name.replaceAll(/[_-]/g, '').toLowerCase(), value }));
  const steps = members.flatMap(({ name, value }) => (stepMember.test(name) ? stepsNamed(value) : []));
  const events = steps.length === 0 ? [] : [entry.text, ...members.flatMap(({ name, value }) => (eventMember.test(name) ? [value] : []))];
  return { entry, text: normal(entry.text ?? ''), steps, event: events.map(eventOf).find((event) => event !== undefined) };
}

function stepsNamed(value: Json): string[] {
  if (typeof value === 'string') return [normal(value)];
  return value !== null && typeof value === 'object' && !Array.isArray(value) && typeof value['key'] === 'string' ? [normal(value['key'])] : [];
}

/** `entered`, `step.started` or `STEP_DONE`: an event and nothing else. */
function eventOf(value: Json): StepEvent | undefined {
  if (typeof value !== 'string') return undefined;
  const said = value.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/).filter((word) => word !== '' && !besideEvent.has(word));
  const is = (event: StepEvent) => said.length > 0 && said.every((word) => eventWords[event].has(word));
  return is('began') ? 'began' : is('ended') ? 'ended' : undefined;
}
