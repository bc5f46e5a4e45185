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
import {
  type UnknownKey,
  checkText,
  correspondingKey,
  unknownKeys,
} from '../../model/keys/unknownKeys.ts';
import type { Session } from '../../model/session/session.ts';
import type { Field } from '../../service/index.ts';
import { singleLine } from '../../text/untrustedText.ts';
import type { Connection } from '../connection/connection.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { warnIfDisconnected, notify } from '../feedback/notify.ts';
import { requireRead } from '../feedback/report.ts';
import type { ReadServiceKeys } from './serviceKeys.ts';

const sourceName = 'Workflow Jobs';

/** Delay between a document change and the next check, in milliseconds. */
const checkDelay = 300;

interface KeyCheckOptions {
  readonly readServiceKeys: ReadServiceKeys;
  readonly connection: Pick<Connection, 'require' | 'session'>;
  readonly environments: EnvironmentList;
}

/** Marks unknown keys in each document that the user has checked, until the document is closed. */
export class KeyCheck implements CodeActionProvider {
  readonly #options: KeyCheckOptions;
  readonly #diagnostics = languages.createDiagnosticCollection('workflowJobs.keys');
  readonly #checked = new Set<TextDocument>();
  readonly #subscriptions: Disposable;
  /** Fields of each service that this window has used, by base URL. */
  readonly #fields = new Map<string, readonly Field[]>();
  #sessionSubscriptions = Disposable.from();
  #nextCheck: ReturnType<typeof setTimeout> | undefined;

  constructor(options: KeyCheckOptions) {
    this.#options = options;
    this.#subscriptions = Disposable.from(
      this.#diagnostics,
      languages.registerCodeActionsProvider('*', this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#checked.has(document)) this.#checkSoon();
      }),
      workspace.onDidCloseTextDocument((document) => {
        if (this.#checked.delete(document)) this.#diagnostics.delete(document.uri);
      }),
    );
  }

  /** Checks all previously checked documents again with the keys of the given session. */
  setSession(session: Session | undefined): void {
    this.#sessionSubscriptions.dispose();
    this.#checkSoon();
    if (session === undefined) return;
    this.#sessionSubscriptions = Disposable.from(
      session.fields.onDidChange(() => {
        this.#fields.set(session.client.baseUrl.href, readableFields(session));
        this.#checkSoon();
      }),
      session.list.onDidChange(() => this.#checkSoon()),
    );
  }

  /** Marks unknown keys in the active document until the document is closed. */
  async check(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return void notify.info(l10n.t('Open a file to check its keys.'));
    const { fields, list, signal } = this.#options.connection.require();
    await Promise.all([fields.ensureLoaded(), list.ensureLoaded()]);
    if (document.isClosed) return;
    requireRead(fields.state.fields, fields.state.failure);
    this.#checked.add(document);
    const result = await this.#checkNow(document);
    if (result === undefined || warnIfDisconnected(signal)) return;
    void notify.info(result);
    // The result is valid without the jobs, but contains no keys of workflows and steps.
    requireRead(list.state.rows, list.state.failure?.error);
  }

  /**
   * Offers to replace a key from another environment with the connected service's matching key. The
   * window must have used the other environment before.
   */
  provideCodeActions(document: TextDocument, _: unknown, context: CodeActionContext): CodeAction[] {
    return context.diagnostics
      .filter(({ source }) => source === sourceName)
      .flatMap((diagnostic) => this.#fixesFor(document, diagnostic));
  }

  dispose(): void {
    clearTimeout(this.#nextCheck);
    this.#checked.clear();
    this.#sessionSubscriptions.dispose();
    this.#subscriptions.dispose();
  }

  #checkSoon(): void {
    clearTimeout(this.#nextCheck);
    if (this.#checked.size === 0) return;
    this.#nextCheck = setTimeout(() => {
      for (const document of this.#checked) void this.#checkNow(document);
    }, checkDelay);
  }

  /**
   * Marks unknown keys in a document. Resolves to a result message, or to undefined if the document
   * was closed or no service is connected.
   */
  async #checkNow(document: TextDocument): Promise<string | undefined> {
    const known = await this.#options.readServiceKeys();
    if (!this.#checked.has(document)) return undefined;
    if (known === undefined) {
      this.#diagnostics.delete(document.uri);
      return undefined;
    }
    const unknown = unknownKeys(document.getText(), known.keys);
    const place = singleLine(this.#options.environments.nameOf(known.baseUrl), 80);
    this.#diagnostics.set(
      document.uri,
      unknown.map((each) => diagnosticOf(document, each, place)),
    );
    return checkText(known.keys, unknown.length);
  }

  #fixesFor(document: TextDocument, diagnostic: Diagnostic): CodeAction[] {
    const { session } = this.#options.connection;
    if (session === undefined) return [];
    const unknown = document.getText(diagnostic.range);
    return this.#options.environments.all.flatMap(({ name, baseUrl }) => {
      const others = this.#fields.get(baseUrl.href) ?? [];
      const key = correspondingKey(unknown, others, readableFields(session));
      if (key === undefined) return [];
      const title = l10n.t(
        'Replace the key of {0} with {1}',
        singleLine(name, 60),
        singleLine(key, 60),
      );
      const fix = new CodeAction(title, CodeActionKind.QuickFix);
      fix.diagnostics = [diagnostic];
      fix.edit = new WorkspaceEdit();
      fix.edit.replace(document.uri, diagnostic.range, key);
      return [fix];
    });
  }
}

function readableFields({ fields }: Session): Field[] {
  return (fields.state.fields ?? []).flatMap((field) =>
    field.kind === 'readable' ? [field.value] : [],
  );
}

/**
 * Creates a diagnostic for an unknown key. The message depends on the kind of key. The service
 * lists all fields and options, but workflows and steps appear only in loaded jobs.
 */
function diagnosticOf(
  document: TextDocument,
  { key, start, kind }: UnknownKey,
  place: string,
): Diagnostic {
  const range = new Range(document.positionAt(start), document.positionAt(start + key.length));
  const isListed = kind === 'field' || kind === 'option';
  const text = isListed
    ? l10n.t('{0} has no field or option with this key.', place)
    : l10n.t('No loaded job of {0} has a workflow or step with this key.', place);
  const diagnostic = new Diagnostic(range, text, DiagnosticSeverity.Information);
  diagnostic.source = sourceName;
  return diagnostic;
}
