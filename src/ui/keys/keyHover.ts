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
import { markdownCode, markdownText } from '../../text/inert.ts';
import { joined } from '../../text/list.ts';
import { asOf } from '../../text/time.ts';
import { onDidChangeSettings, settings } from '../connection/settings.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { type ServiceKeys, isTooLong, sentenceOf } from './serviceKeys.ts';

/** Most options of a field to list. */
const mostOptions = 20;

/**
 * Explains the known keys in every document: what the key under the mouse stands for and, if the setting is
 * on, which keys a string may hold.
 */
export function registerKeyTexts(serviceKeys: ServiceKeys, environments: EnvironmentList): Disposable {
  const hovers = languages.registerHoverProvider('*', {
    async provideHover(document, { line, character }) {
      if (isTooLong(document)) return undefined;
      const known = await serviceKeys();
      const found = known && keyAt(document.lineAt(line).text, character, known.keys);
      if (known === undefined || found === undefined) return undefined;
      const place = joined(
        ' · ',
        markdownText(environments.nameOf(known.baseUrl)),
        known.readAt < Infinity ? asOf(known.readAt) : undefined,
      );
      return new Hover(
        [...found.meanings.slice(0, 5).map(markdownOf), new MarkdownString(place)],
        new Range(line, found.start, line, found.end),
      );
    },
  });
  let completions: Disposable | undefined;
  const follow = () => {
    completions?.dispose();
    completions = settings.completeKeys() ? registerCompletions(serviceKeys) : undefined;
  };
  follow();
  return Disposable.from(hovers, onDidChangeSettings(['completeKeys'], follow), {
    dispose: () => void completions?.dispose(),
  });
}

function markdownOf(meaning: KeyMeaning): MarkdownString {
  const text = new MarkdownString(markdownText(sentenceOf(meaning)));
  if (meaning.kind === 'field') {
    const options = optionsOf(meaning.field);
    for (const { key, label } of options.slice(0, mostOptions)) {
      text.appendMarkdown(`\n- ${markdownText(label ?? '')} ${markdownCode(key)}`);
    }
    if (options.length > mostOptions) text.appendMarkdown('\n- …');
  }
  if (meaning.kind === 'job') {
    text.isTrusted = { enabledCommands: ['workflowJobs.openJob'] };
    text.appendMarkdown(
      ` · [${l10n.t('Open')}](<command:workflowJobs.openJob?${encodeURIComponent(JSON.stringify([{ key: meaning.job.key }]))}>)`,
    );
  }
  return text;
}

/** Without the keys of jobs, which are rarely in code, and those that could add code. */
function registerCompletions(serviceKeys: ServiceKeys): Disposable {
  return languages.registerCompletionItemProvider('*', {
    async provideCompletionItems(document, position) {
      const { text } = document.lineAt(position.line);
      if (!isQuoted(text, position.character) || isTooLong(document)) return undefined;
      const known = await serviceKeys();
      const range = document.getWordRangeAtPosition(position, /[\p{L}\p{N}_-]+/u);
      return [...(known?.keys ?? [])].flatMap(([key, [meaning]]) => {
        if (meaning === undefined || meaning.kind === 'job' || !fitsCode(key)) return [];
        return Object.assign(new CompletionItem(key, CompletionItemKind.Value), {
          detail: sentenceOf(meaning),
          range,
        });
      });
    },
  });
}
