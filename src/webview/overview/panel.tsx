import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { FromOverview, Panel, PanelId, PanelTable, TableCell, Words } from '../../protocol/overview.ts';
import { visibleText } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import { Button, Section, ServiceText, TableHead, Word } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { usePage } from '../shared/page.tsx';
import { useMarks } from '../shared/pictures.ts';

export type Send = (message: FromOverview) => void;

interface PanelViewProps<Picture> {
  id: PanelId;
  title: string;
  panel: Panel<Picture>;
  /** What the colours of the picture mean. */
  legend?: ComponentChildren;
  /** What keys and mouse do in the picture; seen while the keyboard is in it. */
  keys?: string;
  /** Whether the picture is itself a table. */
  isTable?: boolean;
  send: Send;
  children: (picture: Picture) => ComponentChildren;
}

/** A question, its answer in one sentence, and the picture or its table. */
export function PanelView<Picture>({
  id,
  title,
  panel: { sentence, picture, table },
  legend,
  keys = l10n.t('Arrow keys move between the numbers; Enter shows their jobs.'),
  isTable = false,
  send,
  children,
}: PanelViewProps<Picture>) {
  const { values, dispatch } = usePage();
  const marks = useMarks<HTMLElement>();
  const tableId = `table/${id}`;
  const isOpen = values.has(tableId) && !isTable;
  return (
    <Section id={id} title={title} class={`panel ${id}`}>
      {picture !== null && (
        <div class="panel-actions">
          {!isTable && (
            <Button
              id={tableId}
              class="link"
              label={isOpen ? l10n.t('Show as picture') : l10n.t('Show as table')}
              press={() => dispatch({ kind: 'set', id: tableId, value: !isOpen })}
            />
          )}
          <Button
            id={`copy/${id}`}
            icon={icons.copy}
            name={l10n.t('Copy as Markdown table')}
            press={() => send({ kind: 'copyTable', panel: id })}
          />
          <Button
            id={`export/${id}`}
            icon={icons.exportFile}
            name={l10n.t('Export as CSV…')}
            press={() => send({ kind: 'exportTable', panel: id })}
          />
        </div>
      )}
      <p class="sentence">
        <Sentence id={id} words={sentence} send={send} />
      </p>
      {picture !== null && (
        <figure
          {...marks}
          aria-labelledby={`heading-${id}`}
          aria-describedby={isOpen ? undefined : `instructions-${id}`}
        >
          {isOpen ? <PlainTable id={id} table={table} /> : children(picture)}
          {!isOpen && (
            <figcaption class="small dim">
              {legend}
              <span id={`instructions-${id}`} class="keys">
                {keys}
              </span>
            </figcaption>
          )}
        </figure>
      )}
    </Section>
  );
}

/** What a colour means. */
export function Legend({ of, children }: { of: string; children: string }) {
  return (
    <span class="legend">
      <span class={`swatch ${of}`} />
      {children}
    </span>
  );
}

function Sentence({ id, words, send }: { id: PanelId; words: Words; send: Send }) {
  return words.map((part, index) => {
    if (typeof part === 'string') return visibleText(part);
    const { strong, filter } = part;
    const text = (
      <strong key={index}>
        <ServiceText>{strong}</ServiceText>
      </strong>
    );
    return filter === null ? (
      text
    ) : (
      <button
        key={index}
        type="button"
        class="link"
        data-id={`${id}/sentence/${index}`}
        onClick={() => send({ kind: 'filter', filter })}
      >
        {text}
      </button>
    );
  });
}

/** The content of a picture as a table. */
function PlainTable({ id, table: { columns, rows } }: { id: PanelId; table: PanelTable }) {
  const numeric = columns.map((_, column) =>
    rows.some((row) => row[column] !== null && typeof row[column] !== 'string'),
  );
  const cell = (value: TableCell | undefined) => {
    if (value == null) return <Word>{l10n.t('not known')}</Word>;
    if (typeof value === 'object') return value.text;
    return typeof value === 'number' ? formatNumber(value) : <ServiceText>{value}</ServiceText>;
  };
  return (
    <div class="scrolled" role="group" aria-labelledby={`heading-${id}`}>
      <table class="plain">
        <TableHead
          columns={columns.map(({ name }, column) => ({
            name: <ServiceText>{name}</ServiceText>,
            class: numeric[column] ? 'number' : undefined,
          }))}
        />
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((_, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {cell(row[column])}
                  </th>
                ) : (
                  <td key={column} class={numeric[column] ? 'number' : undefined}>
                    {cell(row[column])}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
