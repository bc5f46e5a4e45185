import { FoldedText } from '../shared/disclosure.tsx';

/** A key next to a name. Screen readers skip it, because a button next to it copies it and includes it in its name. */
export function KeyText({
  id,
  text,
  limit,
  class: className = '',
}: {
  id: string;
  text: string;
  limit: number;
  class?: string;
}) {
  // A shortened key contains a button, which must not be hidden.
  const isShort = text.length <= limit;
  return (
    <code class={`small dim ${className}`.trimEnd()} aria-hidden={isShort ? 'true' : undefined}>
      <FoldedText id={id} text={text} limit={limit} />
    </code>
  );
}
