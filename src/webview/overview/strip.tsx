import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { Count, Panels, Reading, Scope, ScopePreset } from '../../protocol/overview.ts';
import { formatNumber, formatShare } from '../../text/number.ts';
import { day } from '../../text/time.ts';
import { Button, phrase, ServiceText } from '../shared/elements.tsx';
import { Icon } from '../shared/icons.tsx';
import * as icons from '../shared/icons.tsx';
import { AbsoluteTime } from '../shared/times.tsx';
import { usePage } from '../shared/viewState.ts';
import { hatched } from './pictures/svg.tsx';
import type { Send } from './panel.tsx';

/** The progress of the reading, and the scope of the panels. */
export function Strip({ reading, scope, isFailing, send }: { reading: Reading; scope: Scope; isFailing: boolean; send: Send }) {
  return (
    <div data-section="reading">
      <div class="strip">
        <p>{reading.line} <span class="dim">{reading.time}</span></p>
        <PartsBar parts={reading.parts} />
        <div class="actions">
          <ReadingButtons reading={reading} isFailing={isFailing} send={send} />
          <ScopeControl scope={scope} send={send} />
        </div>
      </div>
      {reading.remarks.length > 0 && (
        <ul class="remarks dim">{reading.remarks.map((remark) => <li key={remark}><Icon of={icons.warning} /><ServiceText>{remark}</ServiceText></li>)}</ul>
      )}
    </div>
  );
}

/** Shows which parts of the list were read. */
function PartsBar({ parts }: { parts: Reading['parts'] }) {
  const read = Math.min(1, parts.reduce((sum, { from, to }) => sum + to - from, 0));
  const share = formatShare(read);
  const text = read >= 1 ? l10n.t('The whole list was read.') : l10n.t('In the order of the list: {0} read, {1} not read', share, formatShare(1 - read));
  return (
    <svg class="parts" height="8" role="img" aria-label={text}>
      <rect class="not-read" width="100%" height="8" fill={hatched} />
      {parts.map(({ from, to }, index) => <rect key={index} class="part" x={`${from * 100}%`} width={`${(to - from) * 100}%`} height="8" />)}
    </svg>
  );
}

/** @param isFailing whether the notice of a failure offers to try again */
function ReadingButtons({ reading: { state, progress, isWhole }, isFailing, send }: { reading: Reading; isFailing: boolean; send: Send }) {
  if (state === 'readingAll') {
    return (
      <>
        {progress !== null && <span class="progress dim">{progress}</span>}
        <Button id="readAll" label={l10n.t('Cancel')} press={() => send({ kind: 'cancel' })} />
      </>
    );
  }
  return (
    <>
      {!isWhole && <Button id="readAll" label={l10n.t('Read All')} press={() => send({ kind: 'readAll' })} />}
      {state === 'settled' && !isFailing && <Button id="refresh" label={l10n.t('Refresh')} press={() => send({ kind: 'refresh' })} />}
    </>
  );
}

/** How many numbers changed since the reader last left the page. */
export function ChangedSince({ since, panels }: { since: number | null; panels: Panels | null }) {
  const changed = panels === null ? 0 : countsOf(panels).filter(({ was }) => was !== null).length;
  if (since === null || changed === 0) return null;
  const sentence = changed === 1 ? l10n.t('1 number changed since you last looked, {0}') : l10n.t('{1} numbers changed since you last looked, {0}');
  return (
    <p class="changed-since dim">
      <span class="was" aria-hidden="true">▴</span> {phrase(sentence, <AbsoluteTime at={since} isBrief />, formatNumber(changed))}
    </p>
  );
}

function countsOf({ stuck, growth, duration, holders }: Panels): Count[] {
  return [
    ...(stuck.picture?.steps ?? []).flatMap(({ cells, active }) => [...cells, active]),
    ...(growth.picture?.bins ?? []).flatMap(({ started, completed }) => [started ?? [], completed ?? []].flat()),
    ...(duration.picture?.workflows ?? []).map(({ jobs }) => jobs),
    ...[...(holders.picture?.workflows ?? []), ...(holders.picture?.people ?? [])].map(({ active }) => active),
  ];
}

const presetDays: Partial<Record<ScopePreset, number>> = { week: 7, month: 30, quarter: 90 };
/** Initial length of a custom time after all jobs were shown. */
const daysAtFirst = 30;

/** Chooses the time in which the jobs of the panels were started. */
function ScopeControl({ scope, send }: { scope: Scope; send: Send }) {
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
    send({ kind: 'scope', preset, from: dayOf(now - (days - 1) * day, 0), to: dayOf(now, 1) });
  };
  return (
    <div class="scope">
      <label>
        <span class="dim">{l10n.t('Jobs started')}</span>{' '}
        <select data-id="scope" onChange={({ currentTarget }) => choose(currentTarget.value as ScopePreset)}>
          {options.map(([value, name]) => <option key={value} value={value} selected={value === scope.preset}>{name}</option>)}
        </select>
      </label>
      {scope.preset === 'custom' && <Dates scope={scope} send={send} />}
    </div>
  );
}

function Dates({ scope: { from, to }, send }: { scope: Scope; send: Send }) {
  // `to` is exclusive, but the shown last day is inclusive.
  const last = to === null ? null : to - 1;
  const choose = (first: number | null, final: number | null) => {
    send({ kind: 'scope', preset: 'custom', from: first === null ? null : dayOf(first, 0), to: final === null ? null : dayOf(final, 1) });
  };
  return (
    <span class="dates">
      <DateField id="scope/from" name={l10n.t('From')} at={from} choose={(at) => choose(at, isAfter(at, last) ? at : last)} />
      <span aria-hidden="true">–</span>
      <DateField id="scope/to" name={l10n.t('To')} at={last} choose={(at) => choose(isAfter(from, at) ? at : from, at)} />
    </span>
  );
}

/** Whether a bound moves the other one along, so that both can be changed in any order. */
function isAfter(from: number | null, last: number | null): boolean {
  return from !== null && last !== null && from > last;
}

/** A date field that ignores incomplete years while typing. */
function DateField({ id, name, at, choose }: { id: string; name: string; at: number | null; choose: (at: number | null) => void }) {
  const [typed, type] = useState<string | null>(null);
  const change = (text: string) => {
    type(text);
    if (text === '') choose(null);
    else if (text >= '1970') choose(new Date(`${text}T00:00`).getTime());
  };
  return <input type="date" data-id={id} aria-label={name} title={name} value={typed ?? (at === null ? '' : dateText(at))} onChange={({ currentTarget }) => change(currentTarget.value)} onBlur={() => type(null)} />;
}

/** The start, in the reader's time zone, of the day `later` days after a moment. */
function dayOf(at: number, later: number): number {
  return new Date(at).setHours(24 * later, 0, 0, 0);
}

/** `2026-10-01`, as a date field takes it. */
function dateText(at: number): string {
  return new Date(at).toLocaleDateString('sv');
}
