import * as l10n from '@vscode/l10n';
import type { Card, ShownMember } from '../../protocol/jobPage.ts';
import type { Job } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import { listText } from '../../text/list.ts';
import { jobState } from '../jobs/job.ts';
import { type CardId, type JobMember, cardTitles, jobMembers } from '../jobs/members/jobMembers.ts';

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
