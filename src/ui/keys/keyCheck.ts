import { CodeAction, CodeActionKind, Diagnostic, DiagnosticSeverity, Disposable, Range, type TextDocument, WorkspaceEdit, l10n, languages, window, workspace } from 'vscode';
import { type UnknownKey, keyHere, keyPrefixes, unknownKeys } from '../../model/keys/unknownKeys.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { notify } from '../feedback/notify.ts';
import type { FieldList } from '../../model/fields/fieldList.ts';
import { type ServiceKeys, isTooLong } from './serviceKeys.ts';

/** Time from a change of a checked document to its next check, in milliseconds. */
const checkDelay = 300;

interface KeyCheckParts {
  readonly serviceKeys: ServiceKeys;
  readonly fields: FieldList;
  readonly lastKnown: LastKnownFiles;
  readonly environments: EnvironmentList;
}

/** The open documents in which keys are checked, as a person asked for; listens to changes only while there is one. */
export class KeyCheck implements Disposable {
  readonly #parts: KeyCheckParts;
  readonly #found = languages.createDiagnosticCollection('workflowJobs.keys');
  readonly #checked = new Map<TextDocument, ReturnType<typeof setTimeout> | undefined>();
  readonly #subscriptions: Disposable;
  #changes: Disposable | undefined;

  constructor(parts: KeyCheckParts) {
    this.#parts = parts;
    const fixes = { provideCodeActions: (document: TextDocument, _: unknown, { diagnostics }: { readonly diagnostics: readonly Diagnostic[] }) => this.#fixes(document, diagnostics) };
    this.#subscriptions = Disposable.from(
      this.#found,
      languages.registerCodeActionsProvider('*', fixes, { providedCodeActionKinds: [CodeActionKind.QuickFix] }),
      workspace.onDidCloseTextDocument((document) => this.#end(document)),
      // Another service has other keys.
      parts.fields.onDidChange(() => this.#checked.forEach((_, document) => this.#checkSoon(document))),
    );
  }

  /** Marks the unknown keys of the document in the active editor until it is closed. */
  async check(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) {
      void notify.info(l10n.t('Open the file whose keys are to be checked.'));
      return;
    }
    if (isTooLong(document)) {
      void notify.info(l10n.t('The file is larger than 5 MB: its keys are not checked.'));
      return;
    }
    const { fields } = this.#parts;
    await fields.ensureLoaded();
    if (fields.state.fields === undefined && fields.state.failure !== null) throw fields.state.failure;
    this.#checked.set(document, undefined);
    this.#changes ??= workspace.onDidChangeTextDocument((event) => {
      if (this.#checked.has(event.document)) this.#checkSoon(event.document);
    });
    const found = await this.#checkNow(document);
    if (found === undefined) return;
    const known = await this.#parts.serviceKeys();
    if (known !== undefined && keyPrefixes(known.keys).size === 0) {
      void notify.info(l10n.t('The keys of this service have no common beginning by which unknown ones could be found.'));
    } else {
      void notify.info(found === 0 ? l10n.t('No unknown keys were found in this file.') : l10n.t('Unknown keys in this file: {0}. They are in the Problems view.', formatNumber(found)));
    }
  }

  dispose(): void {
    for (const document of [...this.#checked.keys()]) this.#end(document);
    this.#subscriptions.dispose();
  }

  #checkSoon(document: TextDocument): void {
    clearTimeout(this.#checked.get(document));
    this.#checked.set(document, setTimeout(() => void this.#checkNow(document), checkDelay));
  }

  /** Resolves to the number of unknown keys; undefined if the document was closed meanwhile. */
  async #checkNow(document: TextDocument): Promise<number | undefined> {
    const known = await this.#parts.serviceKeys();
    if (!this.#checked.has(document)) return undefined;
    const unknown = known === undefined || isTooLong(document) ? [] : unknownKeys(document.getText(), known.keys);
    const name = known === undefined ? '' : oneLine(this.#parts.environments.nameOf(known.baseUrl), 80);
    this.#found.set(document.uri, unknown.map((each) => diagnosticOf(document, each, name)));
    return unknown.length;
  }

  #end(document: TextDocument): void {
    if (!this.#checked.has(document)) return;
    clearTimeout(this.#checked.get(document));
    this.#checked.delete(document);
    this.#found.delete(document.uri);
    if (this.#checked.size > 0) return;
    this.#changes?.dispose();
    this.#changes = undefined;
  }

  /** Offers the key here of what has the unknown key in another environment, as far as its fields are stored. */
  async #fixes(document: TextDocument, diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> {
    const { environments, lastKnown, fields } = this.#parts;
    const ours = diagnostics.filter(({ source }) => source === sourceName);
    if (ours.length === 0) return [];
    const others = await Promise.all(environments.all.map(async ({ name, baseUrl }) => ({ name, fields: (await lastKnown.fieldsOf(baseUrl))?.fields ?? [] })));
    return ours.flatMap((diagnostic) => {
      const fixes = others.flatMap((other) => {
        const key = keyHere(document.getText(diagnostic.range), other.fields, fields.state.fields ?? []);
        if (key === undefined) return [];
        const fix = new CodeAction(l10n.t('Change to {0}, the key here of what {1} has under this key', oneLine(key, 60), oneLine(other.name, 60)), CodeActionKind.QuickFix);
        fix.diagnostics = [diagnostic];
        fix.edit = new WorkspaceEdit();
        fix.edit.replace(document.uri, diagnostic.range, key);
        return fix;
      });
      // The only answer is one that **Auto Fix** may give.
      for (const fix of fixes) fix.isPreferred = fixes.length === 1;
      return fixes;
    });
  }
}

const sourceName = 'Workflow Jobs';

/** Of fields and options a service lists all; of workflows and steps only those of the jobs seen are known. */
function diagnosticOf(document: TextDocument, { key, start, kind }: UnknownKey, name: string): Diagnostic {
  const range = new Range(document.positionAt(start), document.positionAt(start + key.length));
  const isListed = kind === 'field' || kind === 'option';
  const text = isListed ? l10n.t('{0} has no field or option with this key.', name) : l10n.t('No job seen of {0} has a workflow or step with this key.', name);
  const diagnostic = new Diagnostic(range, text, DiagnosticSeverity.Information);
  diagnostic.source = sourceName;
  return diagnostic;
}
