import { Fragment, type ComponentChild, type ComponentChildren } from 'preact';
import { visibleText } from '../../text/inert.ts';
import { Icon, type IconShape } from './icons.tsx';
import * as icons from './icons.tsx';
import { useMark } from './viewState.ts';

interface ButtonProps {
  /** The focus moves to the button of the same id when an update replaces the focused one. */
  id: string;
  icon?: IconShape;
  /** Shown; without it the button is its icon. */
  label?: string;
  /** Spoken and shown as a tooltip, for a button that is only its icon. */
  name?: string;
  class?: string;
  isExpanded?: boolean;
  isDisabled?: boolean;
  press: (button: HTMLElement) => void;
}

export function Button({ id, icon, label, name, class: className = label === undefined ? 'icon-button' : 'secondary', isExpanded, isDisabled, press }: ButtonProps) {
  return (
    <button type="button" data-id={id} class={className} aria-label={name} title={name} aria-expanded={isExpanded} disabled={isDisabled} onClick={({ currentTarget }) => press(currentTarget)}>
      {icon && <Icon of={icon} />}
      {icon === icons.copy && <Icon of={icons.check} />}
      {label !== undefined && <span>{label}</span>}
    </button>
  );
}

/** Text of the service: made visible, and isolated so that its direction does not reorder the text around it. */
export function ServiceText({ children, class: className, hasLinks = false }: { children: string; class?: string; hasLinks?: boolean }) {
  const text = visibleText(children);
  return <bdi class={className}>{hasLinks ? linked(text) : text}</bdi>;
}

/** A web address up to white space, a quote or the punctuation after it. */
const address = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/;

/** Links the web addresses in a text; not one that was cut, or has a character made visible. */
function linked(text: string): ComponentChildren {
  return text.split(address).map((part, index) => (index % 2 === 1 && !/…|\[[A-Z]{3}/.test(part) && URL.canParse(part) ? <a key={index} href={part}>{part}</a> : part));
}

/** A word of the page where a value is missing, or beside one. */
export function Word({ children }: { children: string }) {
  return <span class="dim">{children}</span>;
}

/** A translated sentence with children where it says `{0}`, `{1}`, … */
export function phrase(sentence: string, ...values: ComponentChild[]): ComponentChildren {
  return sentence.split(/\{(\d+)\}/).map((part, index) => (index % 2 === 1 ? values[Number(part)] : part));
}

/** Children with ` · ` between them, never at the start of a line. */
export function Dotted({ children }: { children: ComponentChildren[] }) {
  return children.map((child, index) => (
    <Fragment key={index}>{index > 0 && '\u00a0· '}{child}</Fragment>
  ));
}

/** A landmark with a heading; `id` is its place in the page. */
export function Section({ id, title, class: className, children }: { id: string; title: string; class?: string; children: ComponentChildren }) {
  const headingId = `heading-${id}`;
  return (
    <section data-section={id} aria-labelledby={headingId} class={className}>
      <h2 id={headingId}>{title}</h2>
      {children}
    </section>
  );
}

/** A name and its value, for a `dl`; `id` is that of a value that may change. */
export function Row({ name, id, children }: { name: ComponentChildren; id?: string; children: ComponentChildren }) {
  const mark = useMark(id);
  return (
    <div class="row">
      <dt>{name}</dt>
      <dd class={mark}>{children}</dd>
    </div>
  );
}

/** The table of a section, named by the section's heading. */
export function Table({ id, columns, children }: { id: string; columns: readonly string[]; children: ComponentChildren }) {
  return (
    <table aria-labelledby={`heading-${id}`}>
      <thead><tr>{columns.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
      <tbody>{children}</tbody>
    </table>
  );
}
