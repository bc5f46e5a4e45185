import * as l10n from '@vscode/l10n';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { listText } from '../../text/list.ts';
import { jobState } from '../jobs/job.ts';
import {
  type CardId,
  type JobMember,
  type MemberValue,
  cardTitles,
  jobMembers,
} from '../jobs/members/jobMembers.ts';

/** A card of a page: the members of a job that belong together. */
export interface Card {
  id: string;
  title: string;
  /** In place of hidden members; null for nothing. */
  note: string | null;
  members: ShownMember[];
}

/** A member of a job, in words. */
export interface ShownMember {
  id: string;
  name: string;
  value: MemberValue | null;
  /** The word for no value. */
  absent: string;
  /** Filters the list by the job's own values, unless it has none; null if it cannot. */
  filter: { by: string; name: string } | null;
  /** Announces a change of the value; null if nothing does. */
  sentence: string | null;
  isHidden: boolean;
}

/** The cards of a job's page. */
export function cardsOf(job: Job, isStale: boolean): Card[] {
  return (Object.keys(cardTitles) as CardId[]).map((id) => {
    const members = Object.values<JobMember>(jobMembers)
      .filter(({ card }) => card === id)
      .map((member) => shownMember(member, job, isStale));
    // A job that is over is active in nothing.
    const isOver = id === 'activeIn' && jobState(job) === 'completed';
    const isEmpty = members.every(({ value }) => value === null);
    return {
      id,
      title: cardTitles[id](isOver && !isEmpty),
      note: isOver && isEmpty ? l10n.t('no longer active') : null,
      members: members.map((each) => ({ ...each, isHidden: isOver && each.value === null })),
    };
  });
}

function shownMember(member: JobMember, job: Job, isStale: boolean): Omit<ShownMember, 'isHidden'> {
  const { id, label, value, absent, filter } = member;
  return {
    id,
    name: label(job),
    value: value(job),
    absent: absent(job, isStale),
    filter: filter === undefined ? null : { by: filter.part, name: filter.others() },
    sentence: sentenceOf(member, job),
  };
}

/** Most names in a sentence. */
const mostNames = 5;

function sentenceOf({ filter, emptied }: JobMember, job: Job): string | null {
  if (filter === undefined || emptied === undefined) return null;
  const names = filter.names(job).flatMap((each) => oneLine(each, 80) || []);
  return names.length === 0 ? emptied() : filter.choice(listText(names, mostNames));
}
