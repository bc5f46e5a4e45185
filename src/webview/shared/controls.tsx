import * as l10n from '@vscode/l10n';
import { formatNumber } from '../../text/number.ts';
import { usePage } from './page.tsx';

/** Returns the text that the user entered in the input with this ID. */
export function useInput(id: string): string {
  return String(usePage().values.get(id) ?? '');
}

/**
 * Filter input with the number of matches. The number's element always exists, because screen
 * readers announce only changes to existing elements.
 */
export function FilterBox({
  id,
  label,
  shown,
  count,
}: {
  id: string;
  label: string;
  shown: number;
  count: number;
}) {
  const { dispatch } = usePage();
  return (
    <div class="controls">
      <input
        type="search"
        data-id={id}
        aria-label={label}
        placeholder={label}
        value={useInput(id)}
        onInput={({ currentTarget }) => dispatch({ kind: 'set', id, value: currentTarget.value })}
      />
      <span role="status" class="small dim">
        {shown < count && l10n.t('{0} of {1}', formatNumber(shown), formatNumber(count))}
      </span>
    </div>
  );
}
