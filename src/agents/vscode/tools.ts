import {
  type CancellationToken,
  Disposable,
  type LanguageModelTool,
  type LanguageModelToolInvocationOptions,
  LanguageModelTextPart,
  LanguageModelToolResult,
  MarkdownString,
  type PreparedToolInvocation,
  l10n,
  lm,
} from 'vscode';
import { recentWorkflows } from '../../model/starting/workflows.ts';
import type { Session } from '../../model/session/session.ts';
import { type Sending, jobOf } from '../../model/starting/change.ts';
import { ServiceError, toServiceError } from '../../service/index.ts';
import { markdownCode, escapeMarkdown } from '../../text/untrustedText.ts';
import { requirePermitted } from '../../ui/starting/changeGuard.ts';
import { type StartRecords, sendStart } from '../../ui/starting/sendStart.ts';
import { workflowOf } from '../../ui/starting/workflows.ts';
import type { Connection } from '../../ui/connection/connection.ts';
import type { EnvironmentList } from '../../ui/environments/environments.ts';
import { tooLateText } from '../../ui/feedback/notify.ts';
import { failureAnswer } from '../answer.ts';
import { type AgentService, operations, readInput, runOperation } from '../operations.ts';
import type { OperationName } from '../schemas.ts';

type Options = Pick<LanguageModelToolInvocationOptions<object>, 'input' | 'tokenizationOptions'>;

export interface ToolServices extends StartRecords {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
}

/** Registers the language model tools, such as `workflowJobs_find_jobs`. */
export function registerAgentTools(services: ToolServices): Disposable {
  const names = Object.keys(operations) as OperationName[];
  return Disposable.from(
    ...names.map((name) =>
      lm.registerTool(`workflowJobs_${operations[name].id}`, new AgentTool(name, services)),
    ),
  );
}

export class AgentTool implements LanguageModelTool<object> {
  readonly #name: OperationName;
  readonly #services: ToolServices;
  /**
   * Tool calls that the user was asked to confirm. `signal` belongs to the session that was
   * connected at that time.
   */
  readonly #prepared: { readonly input: string; readonly signal: AbortSignal }[] = [];

  constructor(name: OperationName, services: ToolServices) {
    this.#name = name;
    this.#services = services;
  }

  async prepareInvocation({ input }: Pick<Options, 'input'>): Promise<PreparedToolInvocation> {
    const { session } = this.#services.connection;
    // If creating the question fails, `invoke` also fails and reports the reason.
    const question = session && (await this.#questionFor(session, input).catch(() => undefined));
    if (session && question)
      this.#prepared.push({ input: JSON.stringify(input), signal: session.signal });
    return { invocationMessage: progressOf(this.#name, input), confirmationMessages: question };
  }

  async invoke(options: Options, token: CancellationToken): Promise<LanguageModelToolResult> {
    return new LanguageModelToolResult([
      new LanguageModelTextPart(await this.#answer(options, token)),
    ]);
  }

  /** Creates the confirmation question for the chat. Throws if the start is not permitted. */
  async #questionFor(
    session: Session,
    input: object,
  ): Promise<PreparedToolInvocation['confirmationMessages']> {
    const { environments, store } = this.#services;
    const { baseUrl } = session.client;
    const place = escapeMarkdown(environments.nameOf(baseUrl));
    if (this.#name !== 'startJob') {
      const message = l10n.t(
        'Read jobs from {0}? The result will be sent to the language model used in this chat.',
        place,
      );
      return { title: l10n.t('Read workflow jobs?'), message: new MarkdownString(message) };
    }
    const { workflowKey } = readInput('startJob', input);
    requirePermitted(environments, baseUrl, 'startJob', 'assistant');
    const { key, name } = await workflowOf(session, store, workflowKey);
    const code = markdownCode(key);
    const workflow = name === key ? code : `${escapeMarkdown(name)} (${code})`;
    const message =
      environments.guardsAt(baseUrl).kind === 'production'
        ? l10n.t(
            'Start workflow {0} in {1} (**production**)? This cannot be undone.',
            workflow,
            place,
          )
        : l10n.t('Start workflow {0} in {1}? This cannot be undone.', workflow, place);
    return { title: l10n.t('Start a workflow job?'), message: new MarkdownString(message) };
  }

  /** Returns the output of the tool or a description of the error. Never rejects. */
  async #answer(
    { input, tokenizationOptions }: Options,
    token: CancellationToken,
  ): Promise<string> {
    const cancel = new AbortController();
    const subscription = token.onCancellationRequested(() => cancel.abort());
    try {
      const session = this.#services.connection.require();
      // If the chat did not ask for confirmation, or the user changed the input, the extension asks
      // for confirmation.
      const isConfirmed = this.#takePrepared(input);
      const { text } = await runOperation(
        this.#name,
        this.#agentServiceOf(session, isConfirmed),
        input,
        {
          signal: AbortSignal.any([cancel.signal, session.signal]),
          budget: tokenizationOptions?.tokenBudget || undefined,
        },
      );
      return text;
    } catch (thrown) {
      // `runOperation` never rejects, so only errors from before the call are caught here.
      return failureAnswer(toServiceError('tool', thrown));
    } finally {
      subscription.dispose();
    }
  }

  /**
   * Removes the most recent prepared call with the given input. Returns true if a call was found.
   * @throws {ServiceError} `notPermitted` if the user confirmed the call for another service
   */
  #takePrepared(input: object): boolean {
    const text = JSON.stringify(input);
    const index = this.#prepared.findLastIndex((each) => each.input === text);
    if (index === -1) return false;
    const [prepared] = this.#prepared.splice(index, 1);
    if (prepared?.signal.aborted !== true) return true;
    throw new ServiceError('notPermitted', tooLateText());
  }

  #agentServiceOf(session: Session, isConfirmed: boolean): AgentService {
    const asker = { kind: 'assistant', isConfirmed } as const;
    return {
      session,
      recentWorkflows: recentWorkflows(this.#services.store, session.client.baseUrl.href),
      start: async (key, signal) => {
        const sending: Sending = (send) => send(signal);
        return jobOf(await sendStart(this.#services, { session, key, asker }, sending));
      },
    };
  }
}

/**
 * Returns a progress message that contains the job or workflow key, because VS Code shows only the
 * tool name by default.
 */
function progressOf(name: OperationName, input: object): MarkdownString | undefined {
  const { key, workflowKey = key } = input as Readonly<Record<string, unknown>>;
  const text = typeof workflowKey === 'string' ? workflowKey : JSON.stringify(workflowKey ?? '');
  const given = markdownCode(text, 80);
  if (name === 'getJob') return new MarkdownString(l10n.t('Reading job {0}', given));
  if (name === 'waitForJob') return new MarkdownString(l10n.t('Waiting for job {0}', given));
  if (name !== 'startJob') return undefined;
  return new MarkdownString(l10n.t('Starting a job for workflow {0}', given));
}
