import * as l10n from '@vscode/l10n';
import type { PanelId, PanelTable, TableCell } from '../../../protocol/overview.ts';
import { oneLine } from '../../../text/inert.ts';
import { formatNumber } from '../../../text/number.ts';
import { ServiceText, TableHead, Word } from '../../shared/elements.tsx';

/** The content of a picture as a table. */
export function PlainTable({ id, table: { columns, rows } }: { id: PanelId; table: PanelTable }) {
  const numeric = columns.map((_, column) => rows.some((row) => row[column] !== null && typeof row[column] !== 'string'));
  const cell = (value: TableCell | undefined) => {
    if (value == null) return <Word>{l10n.t('not known')}</Word>;
    if (typeof value === 'object') return value.text;
    return typeof value === 'number' ? formatNumber(value) : <ServiceText>{oneLine(value)}</ServiceText>;
  };
  return (
    <div class="scrolled">
      <table class="plain" aria-labelledby={`heading-${id}`}>
        <TableHead columns={columns.map(({ name }, column) => ({ name: <ServiceText>{oneLine(name)}</ServiceText>, class: numeric[column] ? 'number' : undefined }))} />
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {columns.map((_, column) => (column === 0 ? <th key={column} scope="row">{cell(row[column])}</th> : <td key={column} class={numeric[column] ? 'number' : undefined}>{cell(row[column])}</td>))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
