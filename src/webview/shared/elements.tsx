import { Fragment, type ComponentChildren } from 'preact';
import { visibleText } from '../../text/inert.ts';
import { Icon, type IconShape } from './icons.tsx';
import { useMark } from './page.tsx';

interface ButtonProps {
  id: string;
  icon?: IconShape;
  /** Visible label; without it, the button shows only its icon. */
  label?: string;
  /** Spoken name and tooltip of a button without a label. */
  name?: string;
  class?: string;
  isExpanded?: boolean;
  /** Keeps the focus, unlike `disabled`. */
  isDisabled?: boolean;
  press: (button: HTMLElement) => void;
}

export function Button({
  id,
  icon,
  label,
  name,
  class: className = label === undefined ? 'icon-button' : 'secondary',
  isExpanded,
  isDisabled,
  press,
}: ButtonProps) {
  return (
    <button
      type="button"
      data-id={id}
      class={className}
      aria-label={name}
      title={name}
      aria-expanded={isExpanded}
      aria-disabled={isDisabled}
      onClick={({ currentTarget }) => isDisabled !== true && press(currentTarget)}
    >
      {icon && <Icon of={icon} />}
      {label !== undefined && <span>{label}</span>}
    </button>
  );
}

/**
 * Service text with visible control characters, isolated so that its direction does not reorder surrounding
 * text.
 */
export function ServiceText({
  children,
  class: className,
  hasLinks = false,
}: {
  children: string;
  class?: string;
  hasLinks?: boolean;
}) {
  const text = visibleText(children);
  return <bdi class={className}>{hasLinks ? linked(text) : breakable(text)}</bdi>;
}

/** Longer than any key on a page; a long text could have an element for each of its characters. */
const maxBreakableLength = 200;

/** Lets lines break after underscores, so that a narrow card does not break a key within a word. */
function breakable(text: string): ComponentChildren {
  if (text.length > maxBreakableLength) return text;
  return text.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** A web address up to white space, a quote or the punctuation after it. */
const webAddressPattern = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/;

/** Links the web addresses in a text, except shortened ones and those with control characters. */
function linked(text: string): ComponentChildren {
  return text.split(webAddressPattern).map((part, index) =>
    index % 2 === 1 && !/…|\[[A-Z]{3}/.test(part) && URL.canParse(part) ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** The page's own word beside or instead of a service value. */
export function Word({ children }: { children: string }) {
  return <span class="dim">{children}</span>;
}

/** Children with ` · ` between them, never at the start of a line. */
export function Dotted({ children }: { children: ComponentChildren[] }) {
  return children.map((child, index) => (
    <Fragment key={index}>
      {index > 0 && '\u00a0· '}
      {child}
    </Fragment>
  ));
}

/** A section with a heading. It is no landmark, because screen readers would read its name twice. */
export function Section({
  id,
  title,
  class: className,
  children,
}: {
  id: string;
  title: string;
  class?: string;
  children: ComponentChildren;
}) {
  return (
    <section data-section={id} class={className}>
      <h2 id={`heading-${id}`}>{title}</h2>
      {children}
    </section>
  );
}

/** A name and its value in a `dl`; `id` marks changes of the value. */
export function Row({
  name,
  id,
  children,
}: {
  name: ComponentChildren;
  id?: string;
  children: ComponentChildren;
}) {
  const mark = useMark(id);
  return (
    <div class="row">
      <dt>{name}</dt>
      <dd class={mark}>{children}</dd>
    </div>
  );
}

/** The head of a table. */
export function TableHead({
  columns,
}: {
  columns: readonly { readonly name: string; readonly class?: string | undefined }[];
}) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, class: className }, index) => (
          <th key={index} scope="col" class={className}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A table below the heading of its section, which names it. */
export function Table({ columns, children }: { columns: readonly string[]; children: ComponentChildren }) {
  return (
    <table>
      <TableHead columns={columns.map((name) => ({ name }))} />
      <tbody>{children}</tbody>
    </table>
  );
}
