import * as l10n from '@vscode/l10n';
import type { Count } from '../../protocol/overview.ts';
import { visibleText } from '../../text/inert.ts';
import { formatJobs, formatNumber, formatShortNumber } from '../../text/number.ts';
import { ServiceText, Word } from '../shared/elements.tsx';
import type { Send } from './panel.tsx';

/** Numbers from here on are shortened, with the full number in the tooltip. */
const longest = 10_000;

/** The name of a step, workflow or person, or the words for several. */
export function GroupName({ name, isOne = true }: { name: string; isOne?: boolean }) {
  return isOne ? <ServiceText>{name}</ServiceText> : <Word>{name}</Word>;
}

interface CountViewProps {
  id: string;
  count: Count;
  /** What is counted: a button's spoken name has to tell without its row and column. */
  of: string;
  /** Row and column among the marks of the picture. */
  at: string;
  send: Send;
}

/** A number, as a button if its jobs can be shown. */
export function CountView({ id, count: { value, filter }, of, at, send }: CountViewProps) {
  const number = formatNumber(value);
  const text = value < longest ? number : formatShortNumber(value);
  const title = text === number ? undefined : number;
  if (filter === null) {
    return <span class="count">{text}</span>;
  }
  return (
    <button
      type="button"
      class="count"
      data-id={id}
      data-at={at}
      tabIndex={-1}
      aria-label={l10n.t('{0}: {1}', visibleText(of), formatJobs(value))}
      title={title}
      onClick={() => send({ kind: 'filter', filter })}
    >
      {text}
    </button>
  );
}
