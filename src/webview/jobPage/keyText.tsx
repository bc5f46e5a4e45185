import { FoldedText } from '../shared/disclosure.tsx';

interface KeyTextProps {
  id: string;
  text: string;
  limit: number;
  class?: string;
}

/** A key next to a name. Screen readers skip it, because the label of the copy button contains the key. */
export function KeyText({ id, text, limit, class: className = '' }: KeyTextProps) {
  // A shortened key contains a button, which must not be hidden.
  const isHidden = text.length <= limit;
  return (
    <code class={`small dim ${className}`.trimEnd()} aria-hidden={isHidden ? 'true' : undefined}>
      <FoldedText id={id} text={text} limit={limit} />
    </code>
  );
}
