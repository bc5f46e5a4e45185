import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Scope, ScopePreset } from '../../protocol/overview.ts';
import { usePage } from '../shared/page.tsx';
import type { Send } from './panel.tsx';

const presetDays: Partial<Record<ScopePreset, number>> = { week: 7, month: 30, quarter: 90 };
/** Initial length of a custom time after all jobs were shown. */
const daysAtFirst = 30;

/** Chooses the time in which the jobs of the panels were started. */
export function ScopeControl({ scope, send }: { scope: Scope; send: Send }) {
  const { now } = usePage();
  const options: [ScopePreset, string][] = [
    ['all', l10n.t('All time')],
    ['week', l10n.t('Last 7 days')],
    ['month', l10n.t('Last 30 days')],
    ['quarter', l10n.t('Last 90 days')],
    ['custom', l10n.t('Custom…')],
  ];
  const choose = (preset: ScopePreset) => {
    if (preset !== 'custom') return send({ kind: 'scope', preset, from: null, to: null });
    const days = presetDays[scope.preset] ?? daysAtFirst;
    send({ kind: 'scope', preset, from: dayOf(now, 1 - days), to: dayOf(now, 1) });
  };
  return (
    <div class="scope">
      <label>
        <span class="dim">{l10n.t('Jobs started')}</span>{' '}
        <select data-id="scope" onChange={({ currentTarget }) => choose(currentTarget.value as ScopePreset)}>
          {options.map(([value, name]) => (
            <option key={value} value={value} selected={value === scope.preset}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {scope.preset === 'custom' && <Dates scope={scope} send={send} />}
    </div>
  );
}

function Dates({ scope: { from, to }, send }: { scope: Scope; send: Send }) {
  // `to` is exclusive, but the shown last day is inclusive. One bound moves the other one along.
  const last = to === null ? null : to - 1;
  const choose = (first: number | null, final: number | null) => {
    send({
      kind: 'scope',
      preset: 'custom',
      from: first === null ? null : dayOf(first, 0),
      to: final === null ? null : dayOf(final, 1),
    });
  };
  return (
    <span class="dates">
      <DateField
        id="scope/from"
        name={l10n.t('From')}
        at={from}
        choose={(at) => choose(at, at && last ? Math.max(at, last) : last)}
      />
      <span aria-hidden="true">–</span>
      <DateField
        id="scope/to"
        name={l10n.t('To')}
        at={last}
        choose={(at) => choose(from && at ? Math.min(from, at) : from, at)}
      />
    </span>
  );
}

/** A date field that ignores incomplete years while typing; its years end with four digits. */
function DateField({
  id,
  name,
  at,
  choose,
}: {
  id: string;
  name: string;
  at: number | null;
  choose: (at: number | null) => void;
}) {
  const [typed, type] = useState<string | null>(null);
  const change = (text: string) => {
    type(text);
    if (text === '') choose(null);
    else if (text >= '1970') choose(new Date(`${text}T00:00`).getTime());
  };
  return (
    <input
      type="date"
      max="9999-12-31"
      data-id={id}
      aria-label={name}
      value={typed ?? (at === null ? '' : dateText(at))}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onBlur={() => type(null)}
    />
  );
}

/** The start, in the reader's time zone, of the day `later` days after that of a moment. */
function dayOf(at: number, later: number): number {
  return new Date(at).setHours(24 * later, 0, 0, 0);
}

/** `2026-10-01`, as a date field takes it. */
function dateText(at: number): string {
  return new Date(at).toLocaleDateString('sv');
}
