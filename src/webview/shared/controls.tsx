import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../text/number.ts';
import { usePage } from './viewState.ts';

/** What was typed or chosen in the control of this id. */
export function useInput(id: string): string {
  return usePage().place.inputs.get(id) ?? '';
}

const longestInput = 200;

/** A box whose text says which items of a list are shown, and how many these are. Without an item it is empty, but there. */
export function FilterBox({ id, label, shown, count }: { id: string; label: string; shown: number; count: number }) {
  const { language, dispatch } = usePage();
  return (
    <>
      <input type="search" data-id={id} aria-label={label} placeholder={label} maxLength={longestInput} value={useInput(id)} onInput={({ currentTarget }) => dispatch({ kind: 'input', id, text: currentTarget.value })} />
      <span role="status" class="small dim">{shown < count && l10n.t('{0} of {1}', formatNumber(shown, language), formatNumber(count, language))}</span>
    </>
  );
}

/** A choice among values; the empty one is the choice of a reader who made none. */
export function Choice({ id, label, options }: { id: string; label: string; options: readonly [value: string, label: string][] }) {
  const { dispatch } = usePage();
  const chosen = useInput(id);
  return (
    <select data-id={id} aria-label={label} onInput={({ currentTarget }) => dispatch({ kind: 'input', id, text: currentTarget.value })}>
      {options.map(([value, name]) => <option key={value} value={value} selected={value === chosen}>{name}</option>)}
    </select>
  );
}
