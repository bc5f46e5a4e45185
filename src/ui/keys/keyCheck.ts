import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
  type CodeActionProvider,
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  Range,
  type TextDocument,
  WorkspaceEdit,
  l10n,
  languages,
  window,
  workspace,
} from 'vscode';
import { checkText } from '../../model/keys/checkText.ts';
import { type UnknownKey, keyHere, unknownKeys } from '../../model/keys/unknownKeys.ts';
import type { Session } from '../../model/session/session.ts';
import type { Field, Readable } from '../../service/index.ts';
import { oneLine } from '../../text/inert.ts';
import type { Connection } from '../connection/connection.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { warnIfDisconnected, notify } from '../feedback/notify.ts';
import { requireRead } from '../feedback/report.ts';
import { type ServiceKeys, isTooLong } from './serviceKeys.ts';

/** Time from a change of a checked document to its next check, in milliseconds. */
const checkDelay = 300;

interface KeyCheckOptions {
  readonly serviceKeys: ServiceKeys;
  readonly connection: Pick<Connection, 'require' | 'session'>;
  readonly lastKnown: Pick<LastKnownFiles, 'storageOf'>;
  readonly environments: EnvironmentList;
}

/**
 * Checks the keys of open documents, as a person asked for; listens to changes only while a document is
 * checked.
 */
export class KeyCheck implements CodeActionProvider {
  readonly #options: KeyCheckOptions;
  readonly #diagnostics = languages.createDiagnosticCollection('workflowJobs.keys');
  /** The documents to check, each with the timer of its next check. */
  readonly #checked = new Map<TextDocument, ReturnType<typeof setTimeout> | undefined>();
  readonly #subscriptions: Disposable;
  #changes: Disposable | undefined;
  #sessionSubscriptions = Disposable.from();

  constructor(options: KeyCheckOptions) {
    this.#options = options;
    this.#subscriptions = Disposable.from(
      this.#diagnostics,
      languages.registerCodeActionsProvider('*', this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
      workspace.onDidCloseTextDocument((document) => this.#end(document)),
    );
  }

  /** Checks the open documents against the keys of another service. */
  setSession(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    const checkAllSoon = () => this.#checked.forEach((_, document) => this.#checkSoon(document));
    // Jobs that are loaded later may have more keys.
    if (session !== undefined) {
      this.#sessionSubscriptions = Disposable.from(
        session.fields.onDidChange(checkAllSoon),
        session.list.onDidChange(checkAllSoon),
      );
    }
    checkAllSoon();
  }

  /** Marks the unknown keys of the document in the active editor until it is closed. */
  async check(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return void notify.info(l10n.t('Open the file to be checked.'));
    if (isTooLong(document)) {
      return void notify.info(l10n.t('The file is larger than 5 MB: its keys are not checked.'));
    }
    const { connection, serviceKeys } = this.#options;
    const { fields, list, signal } = connection.require();
    await Promise.all([fields.ensureLoaded(), list.ensureLoaded()]);
    if (document.isClosed) return;
    requireRead(fields.state.fields, fields.state.failure);
    this.#begin(document);
    const found = await this.#checkNow(document);
    const known = await serviceKeys();
    if (found === undefined || warnIfDisconnected(signal) || known === undefined) return;
    // Only now, because unknown keys of fields are marked also where the jobs could not be read.
    requireRead(list.state.rows, list.state.failure?.error);
    void notify.info(checkText(known.keys, found));
  }

  /** Offers the key here of what has the unknown key in another environment, if its fields are stored. */
  async provideCodeActions(
    document: TextDocument,
    _: unknown,
    context: CodeActionContext,
  ): Promise<CodeAction[]> {
    const ours = context.diagnostics.filter(({ source }) => source === sourceName);
    if (ours.length === 0) return [];
    const others = await this.#otherFields();
    return ours.flatMap((diagnostic) => {
      const fixes = others.flatMap((other) => this.#fixFor(document, diagnostic, other));
      // The only answer is one that **Auto Fix** may give.
      for (const fix of fixes) fix.isPreferred = fixes.length === 1;
      return fixes;
    });
  }

  dispose(): void {
    for (const document of this.#checked.keys()) this.#end(document);
    this.#sessionSubscriptions.dispose();
    this.#subscriptions.dispose();
  }

  #begin(document: TextDocument): void {
    this.#checked.set(document, undefined);
    this.#changes ??= workspace.onDidChangeTextDocument((event) => {
      if (this.#checked.has(event.document)) this.#checkSoon(event.document);
    });
  }

  #end(document: TextDocument): void {
    if (!this.#checked.has(document)) return;
    clearTimeout(this.#checked.get(document));
    this.#checked.delete(document);
    this.#diagnostics.delete(document.uri);
    if (this.#checked.size > 0) return;
    this.#changes?.dispose();
    this.#changes = undefined;
  }

  #checkSoon(document: TextDocument): void {
    clearTimeout(this.#checked.get(document));
    this.#checked.set(
      document,
      setTimeout(() => void this.#checkNow(document), checkDelay),
    );
  }

  /** Resolves to the number of unknown keys; undefined if the document was closed meanwhile. */
  async #checkNow(document: TextDocument): Promise<number | undefined> {
    const { serviceKeys, environments } = this.#options;
    const known = await serviceKeys();
    if (!this.#checked.has(document)) return undefined;
    if (known === undefined || isTooLong(document)) {
      this.#diagnostics.set(document.uri, []);
      return 0;
    }
    const unknown = unknownKeys(document.getText(), known.keys);
    const place = oneLine(environments.nameOf(known.baseUrl), 80);
    this.#diagnostics.set(
      document.uri,
      unknown.map((each) => diagnosticOf(document, each, place)),
    );
    return unknown.length;
  }

  /** The stored fields of each environment. */
  async #otherFields(): Promise<EnvironmentFields[]> {
    const { environments, lastKnown } = this.#options;
    return Promise.all(
      environments.all.map(async ({ name, baseUrl }) => ({
        name,
        fields: (await lastKnown.storageOf(baseUrl).read()).fields?.fields ?? [],
      })),
    );
  }

  #fixFor(document: TextDocument, diagnostic: Diagnostic, other: EnvironmentFields): CodeAction[] {
    const here = this.#options.connection.session?.fields.state.fields ?? [];
    const key = keyHere(document.getText(diagnostic.range), other.fields, here);
    if (key === undefined) return [];
    const title = l10n.t(
      'Change to {0}, the key here of what {1} has under this key',
      oneLine(key, 60),
      oneLine(other.name, 60),
    );
    const fix = new CodeAction(title, CodeActionKind.QuickFix);
    fix.diagnostics = [diagnostic];
    fix.edit = new WorkspaceEdit();
    fix.edit.replace(document.uri, diagnostic.range, key);
    return [fix];
  }
}

/** The fields that an environment had when they were read last. */
interface EnvironmentFields {
  readonly name: string;
  readonly fields: readonly Readable<Field>[];
}

const sourceName = 'Workflow Jobs';

/**
 * Of fields and options a service lists all; of workflows and steps only those of the jobs seen are known.
 */
function diagnosticOf(document: TextDocument, { key, start, kind }: UnknownKey, name: string): Diagnostic {
  const range = new Range(document.positionAt(start), document.positionAt(start + key.length));
  const isListed = kind === 'field' || kind === 'option';
  const text = isListed
    ? l10n.t('{0} has no field or option with this key.', name)
    : l10n.t('No job seen of {0} has a workflow or step with this key.', name);
  const diagnostic = new Diagnostic(range, text, DiagnosticSeverity.Information);
  diagnostic.source = sourceName;
  return diagnostic;
}
