import type { PageContent } from '../protocol.ts';
import type { PageContext } from './pageContext.ts';
import { actions, emptyActions } from './sections/actions.ts';
import { activeIn } from './sections/activeIn.ts';
import { fields } from './sections/fields.ts';
import { emptyHeading, heading } from './sections/heading.ts';
import { jobActions } from './sections/jobActions.ts';
import { log } from './sections/log.ts';
import { more } from './sections/more.ts';
import { notice } from './sections/notice.ts';
import { people } from './sections/people.ts';
import { service } from './sections/service.ts';
import { stale } from './sections/stale.ts';
import { timeline } from './sections/timeline.ts';
import { times } from './sections/times.ts';
import { element } from './elements.ts';

/** The whole page for a message, as one element per section in reading order. */
export function renderPage(content: PageContent, context: PageContext): DocumentFragment {
  const page = document.createDocumentFragment();
  page.append(...sectionsOf(content, context).filter((each) => each !== null));
  return page;
}

function sectionsOf(content: PageContent, context: PageContext): (HTMLElement | null)[] {
  switch (content.kind) {
    case 'show': {
      const { job } = content;
      return [
        notice(content.notice),
        stale(content.staleSince, context),
        heading(job, content.staleSince, context),
        actions(content, context),
        timeline(job, content.staleSince, context),
        cards([activeIn(job, context), people(job, context), times(job, context)]),
        fields(job, context),
        log(job, context),
        jobActions(job, context),
        more(job, content.enriching, context),
        service(job.connection),
      ];
    }
    case 'empty':
      return [notice(content.problem), emptyHeading(content, context), emptyActions(content, context), service(content.connection)];
  }
}

function cards(each: (HTMLElement | null)[]): HTMLElement | null {
  const present = each.filter((card) => card !== null);
  return present.length === 0 ? null : element('div', { 'data-section': 'cards', class: 'cards' }, ...present);
}
