import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { FromOverview, Panel, PanelId, Words } from '../../protocol/overview.ts';
import { visibleText } from '../../text/inert.ts';
import { Button, Section, ServiceText } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage } from '../shared/viewState.ts';
import { PlainTable } from './pictures/plainTable.tsx';

export type Send = (message: FromOverview) => void;

interface PanelViewProps<Picture> {
  id: PanelId;
  title: string;
  panel: Panel<Picture>;
  /** Keyboard and mouse actions in the picture, and the meaning of its colours. */
  instructions: ComponentChildren;
  /** Whether the picture is itself a table. */
  isTable?: boolean;
  send: Send;
  children: (picture: Picture) => ComponentChildren;
}

/** A question, its answer in one sentence with its grade, and the picture or its table. */
export function PanelView<Picture>({ id, title, panel: { sentence, grade, picture, table }, instructions, isTable = false, send, children }: PanelViewProps<Picture>) {
  const { place, dispatch } = usePage();
  const tableId = `table/${id}`;
  const isOpen = place.has(tableId) && !isTable;
  return (
    <Section id={id} title={title} class={`panel ${id}`}>
      {picture !== null && (
        <div class="panel-actions">
          {!isTable && <Button id={tableId} class="link" label={isOpen ? l10n.t('Show as picture') : l10n.t('Show as table')} press={() => dispatch({ kind: 'set', id: tableId, value: !isOpen })} />}
          <Button id={`copy/${id}`} icon={icons.copy} name={l10n.t('Copy as Markdown table')} press={() => send({ kind: 'copyTable', panel: id })} />
          <Button id={`export/${id}`} icon={icons.exportFile} name={l10n.t('Export as CSV…')} press={() => send({ kind: 'exportTable', panel: id })} />
        </div>
      )}
      <p class="sentence">
        <Sentence id={id} words={sentence} send={send} />
        {grade !== null && <> <span class="grade small dim">{grade}</span></>}
      </p>
      {picture !== null && (
        <figure aria-labelledby={`heading-${id}`} aria-describedby={isOpen ? undefined : `instructions-${id}`}>
          {isOpen ? <PlainTable id={id} table={table} /> : children(picture)}
          {!isOpen && <figcaption id={`instructions-${id}`} class="small dim">{instructions}</figcaption>}
        </figure>
      )}
    </Section>
  );
}

function Sentence({ id, words, send }: { id: PanelId; words: Words; send: Send }) {
  return words.map((part, index) => {
    if (typeof part === 'string') return visibleText(part);
    const { strong, filter } = part;
    const text = <strong key={index}><ServiceText>{strong}</ServiceText></strong>;
    return filter === null ? text : <button key={index} type="button" class="link" data-id={`${id}/sentence/${index}`} onClick={() => send({ kind: 'filter', filter })}>{text}</button>;
  });
}
