import { Fragment, type ComponentChildren } from 'preact';
import { showBidiControls, singleLine } from '../../text/untrustedText.ts';
import { Icon, type IconShape } from './icons.tsx';
import { useMark } from './page.tsx';

interface ButtonProps {
  id: string;
  icon?: IconShape;
  /** Visible label. A button without a label shows only its icon. */
  label?: string;
  /** Accessible name and tooltip of a button without a label. */
  name?: string;
  class?: string;
  isExpanded?: boolean;
  /** Sets `aria-disabled`. Unlike `disabled`, this attribute lets the button keep focus. */
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

/** Renders text from the service, and makes bidirectional control characters visible. */
export function ServiceText({ children }: { children: string }) {
  return <bdi>{breakable(showBidiControls(children))}</bdi>;
}

/** Maximum length of a string in which `wbr` elements allow line breaks, in characters. */
const maxBreakableLength = 200;

/** Allows line breaks after underscores, so that keys wrap between words. */
function breakable(text: string): ComponentChildren {
  if (text.length > maxBreakableLength) return text;
  return text.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** Matches an HTTP or HTTPS URL without trailing punctuation. */
const webAddressPattern = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]}])/;

/**
 * Renders text from the service and preserves line breaks. URLs become links, except truncated URLs
 * and URLs with escaped control characters.
 */
export function LinkedText({ children }: { children: string }) {
  const parts = showBidiControls(children).split(webAddressPattern);
  return (
    <bdi class="text">
      {parts.map((part, index) =>
        index % 2 === 1 && !/[…\\]/.test(part) && URL.canParse(part) ? (
          <a key={index} href={part}>
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}

/** A key next to a name. Screen readers skip the key and read only the label of the copy button. */
export function KeyText({ text }: { text: string }) {
  return (
    <code class="small dim" aria-hidden="true">
      <ServiceText>{singleLine(text, 80)}</ServiceText>
    </code>
  );
}

/** Dimmed text that does not come from the service, such as `not set`. */
export function Word({ children }: { children: string }) {
  return <span class="dim">{children}</span>;
}

/** Separates children with ` · `. A no-break space keeps the separator at the end of a line. */
export function Dotted({ children }: { children: ComponentChildren[] }) {
  return children.map((child, index) => (
    <Fragment key={index}>
      {index > 0 && '\u00a0· '}
      {child}
    </Fragment>
  ));
}

/** A section without an accessible name, so that screen readers do not repeat the heading. */
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

/** A name and a value in a `dl` element. Changed values are highlighted. */
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
