import {
  CompletionItem,
  CompletionItemKind,
  Disposable,
  Hover,
  MarkdownString,
  Range,
  l10n,
  languages,
} from 'vscode';
import { type KeyMeaning, fitsCode, isQuoted, keyAt } from '../../model/keys/knownKeys.ts';
import { optionsOf } from '../../model/fields/fieldTypes.ts';
import { markdownCode, escapeMarkdown } from '../../text/untrustedText.ts';
import { joinNonEmpty } from '../../text/list.ts';
import { formatAsOf } from '../../text/time.ts';
import { settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { type ReadServiceKeys, sentenceOf } from './serviceKeys.ts';

/** Maximum number of options to list for a field. */
const maxOptions = 20;

/**
 * Registers hovers for known keys, and completions in strings. Completions appear only if the
 * `completeKeys` setting is on.
 */
export function registerKeyTexts(
  readServiceKeys: ReadServiceKeys,
  environments: EnvironmentList,
): Disposable {
  return Disposable.from(
    languages.registerHoverProvider('*', {
      async provideHover(document, { line, character }) {
        const known = await readServiceKeys();
        const found = known && keyAt(document.lineAt(line).text, character, known.keys);
        if (known === undefined || found === undefined) return undefined;
        const place = joinNonEmpty(
          ' · ',
          escapeMarkdown(environments.nameOf(known.baseUrl)),
          known.cachedAt < Infinity ? formatAsOf(known.cachedAt) : undefined,
        );
        return new Hover(
          [...found.meanings.slice(0, 5).map(hoverMarkdown), new MarkdownString(place)],
          new Range(line, found.start, line, found.end),
        );
      },
    }),
    languages.registerCompletionItemProvider('*', {
      async provideCompletionItems(document, position) {
        if (!settings.completeKeys()) return undefined;
        if (!isQuoted(document.lineAt(position.line).text, position.character)) return undefined;
        const known = await readServiceKeys();
        const range = document.getWordRangeAtPosition(position, /[\p{L}\p{N}_-]+/u);
        // Omits job keys, which are rare in code, and keys that could break out of the string.
        return [...(known?.keys ?? [])].flatMap(([key, [meaning]]) => {
          if (meaning === undefined || meaning.kind === 'job' || !fitsCode(key)) return [];
          return Object.assign(new CompletionItem(key, CompletionItemKind.Value), {
            detail: sentenceOf(meaning),
            range,
          });
        });
      },
    }),
  );
}

function hoverMarkdown(meaning: KeyMeaning): MarkdownString {
  const text = new MarkdownString(escapeMarkdown(sentenceOf(meaning)));
  if (meaning.kind === 'field') {
    const options = optionsOf(meaning.field);
    for (const { key, label } of options.slice(0, maxOptions)) {
      text.appendMarkdown(`\n- ${escapeMarkdown(label ?? '')} ${markdownCode(key)}`);
    }
    if (options.length > maxOptions) text.appendMarkdown('\n- …');
  }
  if (meaning.kind === 'job') {
    text.isTrusted = { enabledCommands: ['workflowJobs.openJob'] };
    text.appendMarkdown(
      ` · [${l10n.t('Open')}](<command:workflowJobs.openJob?${encodeURIComponent(JSON.stringify([{ key: meaning.job.key }]))}>)`,
    );
  }
  return text;
}
