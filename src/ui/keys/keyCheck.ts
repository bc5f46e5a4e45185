import {
  CodeAction,
  type CodeActionContext,
  CodeActionKind,
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
import type { FieldList } from '../../model/fields/fieldList.ts';
import type { JobList } from '../../model/jobs/jobList.ts';
import { type UnknownKey, keyHere, keyPrefixes, unknownKeys } from '../../model/keys/unknownKeys.ts';
import { oneLine } from '../../text/inert.ts';
import { formatNumber } from '../../text/number.ts';
import type { LastKnownFiles } from '../connection/lastKnownFiles.ts';
import type { EnvironmentList } from '../environments/environments.ts';
import { warnIfDisconnected, notify } from '../feedback/notify.ts';
import { requireRead } from '../feedback/report.ts';
import { type ServiceKeys, isTooLong } from './serviceKeys.ts';

/** Time from a change of a checked document to its next check, in milliseconds. */
const checkDelay = 300;

export type KeyCheck = ReturnType<typeof createKeyCheck>;

/**
 * Checks the keys of open documents, as a person asked for; listens to changes only while a document is
 * checked.
 */
export function createKeyCheck(
  serviceKeys: ServiceKeys,
  fields: FieldList,
  jobs: JobList,
  lastKnown: LastKnownFiles,
  environments: EnvironmentList,
) {
  const diagnostics = languages.createDiagnosticCollection('workflowJobs.keys');
  const checked = new Map<TextDocument, ReturnType<typeof setTimeout> | undefined>();
  let changes: Disposable | undefined;

  const checkSoon = (document: TextDocument) => {
    clearTimeout(checked.get(document));
    checked.set(
      document,
      setTimeout(() => void checkNow(document), checkDelay),
    );
  };

  /** Resolves to the number of unknown keys; undefined if the document was closed meanwhile. */
  const checkNow = async (document: TextDocument) => {
    const known = await serviceKeys();
    if (!checked.has(document)) return undefined;
    const unknown =
      known === undefined || isTooLong(document) ? [] : unknownKeys(document.getText(), known.keys);
    const name = known === undefined ? '' : oneLine(environments.nameOf(known.baseUrl), 80);
    diagnostics.set(
      document.uri,
      unknown.map((each) => diagnosticOf(document, each, name)),
    );
    return unknown.length;
  };

  /** Marks the unknown keys of the document in the active editor until it is closed. */
  const check = async () => {
    const document = window.activeTextEditor?.document;
    if (document === undefined) return void notify.info(l10n.t('Open the file to be checked.'));
    if (isTooLong(document)) {
      return void notify.info(l10n.t('The file is larger than 5 MB: its keys are not checked.'));
    }
    await Promise.all([fields.ensureLoaded(), jobs.ensureLoaded()]);
    if (document.isClosed) return;
    requireRead(fields.state.fields, fields.state.failure);
    checked.set(document, undefined);
    changes ??= workspace.onDidChangeTextDocument((event) => {
      if (checked.has(event.document)) checkSoon(event.document);
    });
    const found = await checkNow(document);
    const known = await serviceKeys();
    if (found === undefined || warnIfDisconnected(known !== undefined) || known === undefined) return;
    // Only now, because unknown keys of fields are marked also where the jobs could not be read.
    requireRead(jobs.state.rows, jobs.state.failure?.error);
    if (keyPrefixes(known.keys).size === 0) {
      void notify.info(
        l10n.t('The keys of this service have no common beginning by which unknown ones could be found.'),
      );
    } else {
      void notify.info(
        found === 0
          ? l10n.t('No unknown keys were found in this file.')
          : l10n.t('Unknown keys in this file: {0}. They are in the Problems view.', formatNumber(found)),
      );
    }
  };

  const end = (document: TextDocument) => {
    if (!checked.has(document)) return;
    clearTimeout(checked.get(document));
    checked.delete(document);
    diagnostics.delete(document.uri);
    if (checked.size > 0) return;
    changes?.dispose();
    changes = undefined;
  };

  /**
   * Offers the key here of what has the unknown key in another environment, as far as its fields are stored.
   */
  const provideCodeActions = async (document: TextDocument, _: unknown, context: CodeActionContext) => {
    const ours = context.diagnostics.filter(({ source }) => source === sourceName);
    if (ours.length === 0) return [];
    const others = await Promise.all(
      environments.all.map(async ({ name, baseUrl }) => ({
        name,
        fields: (await lastKnown.fieldsOf(baseUrl))?.fields ?? [],
      })),
    );
    return ours.flatMap((diagnostic) => {
      const fixes = others.flatMap((other) => {
        const key = keyHere(document.getText(diagnostic.range), other.fields, fields.state.fields ?? []);
        if (key === undefined) return [];
        const fix = new CodeAction(
          l10n.t(
            'Change to {0}, the key here of what {1} has under this key',
            oneLine(key, 60),
            oneLine(other.name, 60),
          ),
          CodeActionKind.QuickFix,
        );
        fix.diagnostics = [diagnostic];
        fix.edit = new WorkspaceEdit();
        fix.edit.replace(document.uri, diagnostic.range, key);
        return fix;
      });
      // The only answer is one that **Auto Fix** may give.
      for (const fix of fixes) fix.isPreferred = fixes.length === 1;
      return fixes;
    });
  };

  const checkAllSoon = () => checked.forEach((_, document) => checkSoon(document));
  const subscriptions = Disposable.from(
    { dispose: () => [...checked.keys()].forEach(end) },
    diagnostics,
    languages.registerCodeActionsProvider(
      '*',
      { provideCodeActions },
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
    workspace.onDidCloseTextDocument(end),
    // Another service has other keys, and jobs that are loaded later may have more.
    fields.onDidChange(checkAllSoon),
    jobs.onDidChange(checkAllSoon),
  );
  return { check, dispose: () => void subscriptions.dispose() };
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
