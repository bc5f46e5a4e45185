import * as l10n from '@vscode/l10n';
import type { Panel, PanelId, Words } from '../../model/overview/report.ts';
import type { FromOverview } from '../../protocol/overview.ts';
import { showBidiControls } from '../../text/untrustedText.ts';
import { Button, ServiceText } from '../shared/elements.tsx';
import * as icons from '../shared/icons.tsx';
import { useSend } from '../shared/page.tsx';
import { TableView } from './tableView.tsx';

/** An overview panel with a heading, a summary sentence, and a table. */
export function PanelView({ panel }: { panel: Panel }) {
  const send = useSend<FromOverview>();
  const { id, title, period, coverage, sentence, table, legend = [] } = panel;
  const limits = [period, coverage].filter(Boolean).join(' · ');
  const headingId = `heading-${id}`;
  return (
    <section data-section={id} class={`panel ${id}`} aria-labelledby={headingId}>
      <h2 id={headingId}>
        {title} {limits !== '' && <span class="limits">{limits}</span>}
      </h2>
      {table !== null && (
        <div class="panel-actions">
          <Button
            id={`copy/${id}`}
            icon={icons.copy}
            name={l10n.t('Copy as Markdown Table: {0}', title)}
            press={() => send({ kind: 'copyTable', panel: id })}
          />
          <Button
            id={`export/${id}`}
            icon={icons.exportFile}
            name={l10n.t('Export as CSV…: {0}', title)}
            press={() => send({ kind: 'exportTable', panel: id })}
          />
        </div>
      )}
      <p class="sentence">
        <Sentence id={id} words={sentence} />
      </p>
      {table !== null && <TableView id={id} table={table} />}
      {legend.length > 0 && (
        <p class="legend small dim">
          {legend.map(({ tone, text }) => (
            <span key={tone}>
              <i class={`swatch ${tone}`} />
              {text}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}

function Sentence({ id, words }: { id: PanelId; words: Words }) {
  const send = useSend<FromOverview>();
  return words.map((part, index) => {
    if (typeof part === 'string') return showBidiControls(part);
    const { strong, filter } = part;
    const text = (
      <strong key={index}>
        <ServiceText>{strong}</ServiceText>
      </strong>
    );
    if (filter === null) return text;
    return (
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
