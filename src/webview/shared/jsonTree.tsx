import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Json } from '../../model/util/json.ts';
import { singleLine } from '../../text/untrustedText.ts';
import { formatNumber } from '../../text/number.ts';
import { Disclosure, FoldedText, Portion } from './disclosure.tsx';
import { Row, ServiceText, Word } from './elements.tsx';

type Branch = Json[] | { [name: string]: Json };

/** Renders a JSON value as an expandable tree. `at` is the path to the value. */
export function JsonValue({ value, at }: { value: Json; at: string }) {
  return isFilled(value) ? <FilledBranch value={value} at={at} /> : <Leaf value={value} at={at} />;
}

/** Collapsible list of properties that the page does not show elsewhere. */
export function OtherMembersTree({ members, id }: { members: Record<string, Json>; id: string }) {
  const count = Object.keys(members).length;
  if (count === 0) return null;
  return (
    <Disclosure
      id={id}
      summary={
        <Word>
          {count === 1
            ? l10n.t('1 more property')
            : l10n.t('{0} more properties', formatNumber(count))}
        </Word>
      }
    >
      <JsonTree branch={members} path={id} />
    </Disclosure>
  );
}

/** Renders the properties of an object or the items of an array. */
export function JsonTree({ branch, path }: { branch: Branch; path: string }) {
  return (
    <Portion id={path} count={sizeOf(branch)} atFirst={100} atOnce={500}>
      {(shown) => blocksOf(branch, Object.entries<Json>(branch).slice(0, shown), path)}
    </Portion>
  );
}

/** Renders consecutive simple values as a `dl` element and nested values as `details` elements. */
function blocksOf(
  branch: Branch,
  entries: readonly [string, Json][],
  path: string,
): ComponentChildren {
  const blocks: ComponentChildren[] = [];
  let rows: ComponentChildren[] = [];
  const endRun = () => {
    if (rows.length > 0) blocks.push(<dl>{rows}</dl>);
    rows = [];
  };
  for (const [name, value] of entries) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (isFilled(value)) {
      endRun();
      blocks.push(<FilledBranch key={at} value={value} at={at} title={titleOf(branch, name)} />);
    } else {
      rows.push(
        <Row key={at} name={titleOf(branch, name)}>
          <Leaf value={value} at={at} />
        </Row>,
      );
    }
  }
  endRun();
  return blocks;
}

function FilledBranch({
  value,
  at,
  title,
}: {
  value: Branch;
  at: string;
  title?: ComponentChildren;
}) {
  const summary = (
    <>
      {title && <>{title} </>}
      <Word>{sizeText(value)}</Word>
    </>
  );
  return (
    <Disclosure id={at} summary={summary}>
      <JsonTree branch={value} path={at} />
    </Disclosure>
  );
}

/** Renders a simple value, or an empty array or object. */
function Leaf({ value, at }: { value: Json; at: string }) {
  if (value === null) return <Word>{l10n.t('not set')}</Word>;
  if (value === '') return <Word>{l10n.t('empty text')}</Word>;
  if (typeof value === 'object') return <Word>{sizeText(value)}</Word>;
  if (typeof value === 'boolean') return <span>{value ? l10n.t('yes') : l10n.t('no')}</span>;
  if (typeof value === 'number') return <span>{String(value)}</span>;
  return <FoldedText id={at} text={value} />;
}

/** Returns a property name, or the position and optional name of an array item. */
function titleOf(branch: Branch, name: string): ComponentChildren {
  if (!Array.isArray(branch)) return <ServiceText>{singleLine(name)}</ServiceText>;
  const index = Number(name);
  const position = <Word>{String(index + 1)}</Word>;
  const itemName = itemNameOf(branch[index] ?? null);
  if (itemName === undefined) return position;
  return (
    <>
      {position} <ServiceText>{singleLine(itemName)}</ServiceText>
    </>
  );
}

function itemNameOf(item: Json): string | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  return ['name', 'label', 'title', 'message', 'key']
    .map((member) => item[member])
    .find((name): name is string => typeof name === 'string' && name.trim() !== '');
}

function isFilled(value: Json): value is Branch {
  return typeof value === 'object' && value !== null && sizeOf(value) > 0;
}

function sizeOf(branch: Branch): number {
  return Object.keys(branch).length;
}

function sizeText(branch: Branch): string {
  const count = sizeOf(branch);
  const number = formatNumber(count);
  if (Array.isArray(branch)) {
    if (count === 0) return l10n.t('no items');
    return count === 1 ? l10n.t('1 item') : l10n.t('{0} items', number);
  }
  if (count === 0) return l10n.t('no properties');
  return count === 1 ? l10n.t('1 property') : l10n.t('{0} properties', number);
}
