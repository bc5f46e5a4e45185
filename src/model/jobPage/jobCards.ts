import type { Job } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatList } from '../../text/list.ts';
import { jobState } from '../jobs/job.ts';
import {
  type CardId,
  type JobMember,
  type MemberValue,
  cardTitles,
  memberList,
} from '../jobs/members/jobMembers.ts';

/** Card on the job page. Shows a group of related job properties. */
export interface Card {
  id: string;
  title: string;
  members: ShownMember[];
}

/** Job property on a job page. */
export interface ShownMember {
  id: string;
  name: string;
  value: MemberValue | null;
  /** Placeholder text for a property without a value. */
  absent: string;
  /**
   * Button for showing jobs with the same value. `by` is the filter condition, and `name` is the
   * button label. Null if jobs cannot be filtered by this property.
   */
  filter: { by: string; name: string } | null;
  /** Screen reader announcement for a changed value. Null if changes are not announced. */
  sentence: string | null;
}

export function cardsOf(job: Job, isStale: boolean): Card[] {
  return (Object.keys(cardTitles) as CardId[]).map((id) => {
    const members = memberList
      .filter(({ card }) => card === id)
      .map((member) => shownMember(member, job, isStale));
    // Completed jobs have no active steps, so only the last workflows are shown, if they are known.
    const known = members.filter(({ value }) => value !== null);
    const isLast = id === 'activeIn' && jobState(job) === 'completed' && known.length > 0;
    return { id, title: cardTitles[id](isLast), members: isLast ? known : members };
  });
}

function shownMember(member: JobMember, job: Job, isStale: boolean): ShownMember {
  const { id, label, absent, announce, filter } = member;
  const value = member.value(job);
  return {
    id,
    name: label(job),
    value,
    absent: absent(job, isStale),
    filter: filter === null ? null : { by: filter.part, name: filter.others() },
    sentence: announce === null ? null : announce(namesIn(value)),
  };
}

/** Maximum number of names in a screen reader announcement. */
const maxAnnouncedNames = 5;

/** Maximum length of a name in a screen reader announcement, in UTF-16 units. */
const maxAnnouncedLength = 80;

/** Formats the names in a value. Only values that contain names are announced. */
function namesIn(value: MemberValue | null): string {
  const named = value?.kind === 'named' ? value.all.map(({ name }) => name) : [];
  const names = value?.kind === 'names' ? value.names : named;
  return formatList(
    names.flatMap((each) => singleLine(each, maxAnnouncedLength) || []),
    maxAnnouncedNames,
  );
}
