import * as l10n from '@vscode/l10n';
import type {
  ReportCell,
  Column,
  PanelId,
  ReportTable,
  TableRow,
} from '../../model/overview/report.ts';
import type { FromOverview } from '../../protocol/overview.ts';
import { showBidiControls } from '../../text/untrustedText.ts';
import { Button, ServiceText, Word } from '../shared/elements.tsx';
import { useSend } from '../shared/page.tsx';
import { useGridKeys } from './gridKeys.ts';

interface TableViewProps {
  id: PanelId;
  table: ReportTable;
}

/** Table in an overview panel. Clicking a number filters the Jobs view. */
export function TableView({ id, table: { columns, rows } }: TableViewProps) {
  const grid = useGridKeys();
  const max = maxOf(columns, rows);
  const shown = columns.flatMap((column, index) => {
    const className = column.kind === 'text' ? undefined : 'number';
    return column.kind === 'export' ? [] : [{ column, index, className }];
  });
  return (
    <>
      <table
        {...grid}
        role="grid"
        class={shown.length > 4 ? 'wide' : undefined}
        aria-labelledby={`heading-${id}`}
        aria-describedby={`keys-${id}`}
        style={{ '--columns': shown.length - 1 }}
      >
        <thead>
          <tr>
            {shown.map(({ column, index, className }) => (
              <th key={index} scope="col" class={className}>
                {unbroken(column.name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.job?.id ?? rowIndex}>
              {shown.map(({ column, index, className }) =>
                index === 0 ? (
                  <th key={index} scope="row">
                    <RowHeader id={id} row={row} />
                  </th>
                ) : (
                  <td key={index} class={className}>
                    <CellView
                      id={`${id}/${rowIndex}/${index}`}
                      cell={row.cells[index] ?? null}
                      column={column}
                      of={l10n.t('{0}, {1}', row.cells[0], column.name)}
                      max={max}
                    />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={`keys-${id}`} class="keys small dim">
        {l10n.t('Use the arrow keys to move between cells. Press Enter to show the jobs.')}
      </p>
    </>
  );
}

/** Returns the largest number in the columns with bars. This number gets the longest bar. */
function maxOf(columns: readonly Column[], rows: readonly TableRow[]): number {
  const values = rows
    .filter(({ isCombined }) => isCombined !== true)
    .flatMap(({ cells }) => cells.filter((_, index) => columns[index]?.kind === 'bar'))
    .map((cell) => (typeof cell === 'object' && cell !== null ? cell.value : 0));
  return Math.max(0, ...values);
}

/** Replaces the space between a number and its unit with a no-break space. */
function unbroken(name: string): string {
  return name.replace(/(\d) (?=\p{L})/gu, '$1\u00a0');
}

function RowHeader({ id, row }: { id: PanelId; row: TableRow }) {
  const send = useSend<FromOverview>();
  const { cells, job, isCombined } = row;
  const [name] = cells;
  if (isCombined === true) return <Word>{name}</Word>;
  if (job === undefined) return <ServiceText>{name}</ServiceText>;
  return (
    <button
      type="button"
      class="link"
      data-id={`${id}/${job.id}`}
      aria-label={showBidiControls(job.name)}
      title={showBidiControls(job.name)}
      onClick={() => send({ kind: 'openJob', id: job.id })}
    >
      <ServiceText>{name}</ServiceText>
    </button>
  );
}

interface CellViewProps {
  id: string;
  cell: ReportCell;
  column: Column;
  /** Row and column names of the cell, for screen readers. */
  of: string;
  max: number;
}

function CellView({ id, cell, column: { kind, tone }, of, max }: CellViewProps) {
  const send = useSend<FromOverview>();
  if (cell === null) return <Word>{l10n.t('Unknown')}</Word>;
  if (typeof cell === 'string') {
    return kind === 'text' ? <ServiceText>{cell}</ServiceText> : <Word>{cell}</Word>;
  }
  const { text, value, filter } = cell;
  return (
    <span class="figure">
      {kind === 'bar' && value > 0 && (
        <i
          class={`bar ${tone}`}
          aria-hidden="true"
          style={{ '--share': Math.min(1, value / max) }}
        />
      )}
      {filter === null ? (
        <span class={value === 0 ? 'dim' : undefined}>{text}</span>
      ) : (
        <Button
          id={id}
          class="count"
          label={text}
          name={l10n.t('{0}: {1}', showBidiControls(of), text)}
          press={() => send({ kind: 'filter', filter })}
        />
      )}
    </span>
  );
}
