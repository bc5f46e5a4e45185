import type { LogEntry } from '../../protocol/jobPage.ts';
import type { Json } from '../../protocol/page.ts';

export interface TimedEntry {
  readonly entry: LogEntry;
  readonly at: number;
}

/** A stay in a step, by the entry that tells of its beginning; `until` is null if none tells of its end. */
interface Stay extends TimedEntry {
  until: number | null;
}

/**
 * UTF-16 units of a text that are searched, and of a step that a job was moved from: a search without bounds
 * takes minutes in a long text of repeated words.
 */
const [longestText, longestStep] = [1000, 200];

/**
 * UTF-16 units to search for all steps together, in entries that name the step: a log may name many steps in
 * each entry.
 */
const mostSearched = 1_000_000;

const { source: moved } =
  /(?:moved|advanced|proceeded|returned|went|sent)(?: the job)?(?: on| back)?|(?:step|stage|status|state|phase) (?:changed|set)/;

/**
 * The words that say that a step began or ended, after its name and before it. The interface document gives
 * log entries no meaning, so only these count: an entry that merely mentions a step is no proof.
 */
const began = [
  /began|begun|started|restarted|entered|reached|activated|became active/.source,
  `(?:${moved})(?: from .{1,${longestStep}})? to|now (?:at|in)`,
] as const;
const ended = [/ended|done|finished|completed|left/.source, `(?:${moved}) from`] as const;

/** What an entry says that tells of a plan, a reminder or a failure. */
const unproven =
  /\b(?:not|never|no|will|would|should|could|can(?:not)?|may|might|must|if|when|once|until|be|next|due|(?:plan|schedul|expect|remind|fail)\w*)\b|n\Wt\b/;

/** Members that name an entry's step, and those that name its event. */
const stepMember = /^(?:active|current)?_?(?:step|stage|task|phase)_?(?:key|id|name)?$/i;
const eventMember = /^(?:event|type|kind|action|status)_?(?:type|name)?$/i;

/** Reads a log, in order of time; the result tells the stays in a step. */
export function staysIn(
  log: readonly TimedEntry[],
): (step: { readonly key: string; readonly name: string }) => Stay[] {
  const all = log.map((timed) => {
    const { text, otherMembers } = timed.entry;
    const membersOf = (names: RegExp) =>
      Object.entries(otherMembers).flatMap(([name, value]) => (names.test(name) ? normal(value) : []));
    return { timed, text: normal(text), steps: membersOf(stepMember), events: membersOf(eventMember) };
  });
  let left = mostSearched;
  return (step) => {
    const [name, key] = [normal(step.name), normal(step.key)];
    if (name === '') return [];
    const [isBegin, isEnd] = [phrases(name, began), phrases(name, ended)];
    const stays: Stay[] = [];
    for (const { timed, text, steps, events } of all) {
      // `entered`, `step.started`: an event and nothing else.
      const ofMembers =
        steps.includes(name) || steps.includes(key)
          ? [text, ...events].map((event) => `${name} ${event.replace(/^step /, '')}`)
          : [];
      const proofs = [text, ...ofMembers].filter(
        (each) =>
          each.includes(name) && (left -= each.length) > 0 && !unproven.test(each.replaceAll(name, '')),
      );
      const last = stays.at(-1);
      if (proofs.some((each) => isBegin.test(each))) stays.push({ ...timed, until: null });
      else if (last?.until === null && proofs.some((each) => isEnd.test(each))) last.until = timed.at;
    }
    return stays;
  };
}

/** The words of a text or of a member's key; `stepStarted` and `STEP_STARTED` are two. */
function normal(value: Json): string {
  if (typeof value === 'string') {
    return value
      .slice(0, longestText)
      .replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=\w)[._](?=\w)/g, ' ')
      .trim()
      .toLowerCase();
  }
  return value !== null && typeof value === 'object' && 'key' in value ? normal(value.key) : '';
}

/** Finds `Step “Review” began` and `Moved to Review`, where the name is not a part of a longer one. */
function phrases(name: string, [after, before]: readonly [after: string, before: string]): RegExp {
  // Quotes and brackets are listed, because a class of Unicode takes milliseconds to compile, for each name
  // anew.
  const quotes = '["\'`()[\\]{}<>\xab\xbb\u2018-\u201f\u2039\u203a\u300c-\u3011\uff08\uff09]{0,3}';
  const step = `(?:the )?(?:(?:step|stage|task|phase):? )?${quotes}${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}${quotes}`;
  const end = '(?=\\s*(?:$|[\\n.,;:!?()|])| [-\u2010-\u2015]| (?:by|again|from|to|with)\\b)';
  return new RegExp(
    `(?:^|[.:;!?|\\])\\n] ?)${step}:? (?:(?:was|is|has|been|now) )*(?:${after})${end}|\\b(?:${after}|${before}):? ${step}${end}`,
  );
}
