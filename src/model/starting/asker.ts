/**
 * Who requests a change: a person in a picker of ours, or in a chat that showed the change; a chat that did
 * not show it; or a task or a command with arguments, described by `who` for the confirmation.
 */
export type Initiator =
  | { readonly kind: 'person' | 'chat' }
  | { readonly kind: 'folder'; readonly who: string };
