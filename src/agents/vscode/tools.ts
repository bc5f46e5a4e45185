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
import { defaultBudget, failureAnswer } from '../answer.ts';
import { type AgentService, operations } from '../operations.ts';
import { readInput, runOperation } from '../runOperation.ts';
import type { OperationName } from '../inputs.ts';
import { knownWorkflows, recentWorkflows } from '../../model/jobs/workflows.ts';
import { type Job, type Named, ServiceError, changes, toServiceError } from '../../service/index.ts';
import { markdownCode, markdownText } from '../../text/inert.ts';
import type { Session } from '../../model/session/session.ts';
import { connectionChanged } from '../../model/session/session.ts';
import { type StartRecords, registerStarted } from '../../ui/actions/startedJobs.ts';
import { startOf, workflowOf } from '../../ui/actions/workflows.ts';
import type { Connection } from '../../ui/connection/connection.ts';
import type { EnvironmentList } from '../../ui/environments/environments.ts';
import { settings } from '../../ui/connection/settings.ts';
import { requireWritable } from '../../ui/environments/changeGuard.ts';
import { tooLateText } from '../../ui/feedback/notify.ts';
import { PreparedCalls } from './preparedCalls.ts';

type Options = Pick<LanguageModelToolInvocationOptions<object>, 'input' | 'tokenizationOptions'>;

/** What the tools use. */
export interface ToolServices extends StartRecords {
  readonly connection: Connection;
  readonly environments: EnvironmentList;
}

/** Registers the language model tools, such as `workflowJobs_find_jobs`, if the host supports them. */
export function registerAgentTools(services: ToolServices): Disposable {
  const models = lm as typeof lm | undefined;
  if (models === undefined) return Disposable.from();
  const names = Object.keys(operations) as OperationName[];
  return Disposable.from(
    ...names.map((name) =>
      models.registerTool(`workflowJobs_${operations[name].id}`, new AgentTool(name, services)),
    ),
  );
}

/** The tool of an operation. */
export class AgentTool implements LanguageModelTool<object> {
  readonly #name: OperationName;
  readonly #services: ToolServices;
  // Each tool has its own, so that no read stands for a start.
  readonly #prepared = new PreparedCalls();

  constructor(name: OperationName, services: ToolServices) {
    this.#name = name;
    this.#services = services;
  }

  async prepareInvocation({ input }: Pick<Options, 'input'>): Promise<PreparedToolInvocation> {
    const isStart = this.#name === 'startJob';
    const confirmationMessages = isStart
      ? await this.#startConfirmation(input)
      : this.#readConfirmation(input);
    return { ...progressOf(this.#name, input), ...(confirmationMessages && { confirmationMessages }) };
  }

  async invoke(options: Options, token: CancellationToken): Promise<LanguageModelToolResult> {
    return new LanguageModelToolResult([new LanguageModelTextPart(await this.#answer(options, token))]);
  }

  /**
   * The confirmation that a chat shows before a tool reads: it lets the person allow that once, for the
   * workspace or always. Records the service that it names.
   */
  #readConfirmation(input: object): ConfirmationMessages {
    const { connection, environments } = this.#services;
    if (connection.session === undefined) return undefined;
    const { baseUrl } = connection.session.client;
    this.#prepared.add(baseUrl.href, JSON.stringify(input));
    const message = l10n.t(
      'Read jobs of {0}? What is read goes to the model of this chat.',
      markdownText(environments.nameOf(baseUrl)),
    );
    return { title: l10n.t('Read workflow jobs?'), message: new MarkdownString(message) };
  }

  /**
   * The confirmation that a chat shows before a start, or undefined for a start that will be refused. Records
   * the service that it names.
   */
  async #startConfirmation(input: object): Promise<ConfirmationMessages> {
    const { connection, environments, store } = this.#services;
    try {
      const session = connection.require();
      const { baseUrl } = session.client;
      const { workflowKey } = readInput('startJob', input);
      requireAllowed();
      requireWritable(environments, baseUrl, changes.startWords());
      const workflow = await workflowOf({ session, store }, workflowKey);
      this.#prepared.add(baseUrl.href, workflow.key);
      const message = startQuestion(workflow, {
        place: markdownText(environments.nameOf(baseUrl)),
        isProduction: environments.guardsAt(baseUrl).kind === 'production',
      });
      return { title: l10n.t('Start a workflow job?'), message: new MarkdownString(message) };
    } catch {
      // `invoke` will report the failure.
      return undefined;
    }
  }

  /** The answer or failure as text. Never rejects. */
  async #answer({ input, tokenizationOptions }: Options, token: CancellationToken): Promise<string> {
    const cancel = new AbortController();
    const subscription = token.onCancellationRequested(() => cancel.abort());
    if (token.isCancellationRequested) cancel.abort();
    try {
      const session = this.#services.connection.require();
      if (this.#prepared.take(session.client.baseUrl.href, JSON.stringify(input)) === 'elsewhere') {
        throw new ServiceError('notPermitted', tooLateText());
      }
      const { text } = await runOperation(this.#name, this.#agentServiceOf(session), input, {
        signal: AbortSignal.any([cancel.signal, session.signal]),
        budget: tokenizationOptions?.tokenBudget || defaultBudget,
      });
      return text;
    } catch (thrown) {
      // Only failures before the request get here.
      return failureAnswer(toServiceError('tool', thrown));
    } finally {
      subscription.dispose();
    }
  }

  /** The connected service; it starts jobs where the chat's confirmation named it. */
  #agentServiceOf(session: Session): AgentService {
    const { browsing, client, follower, list, source } = session;
    return {
      client,
      source,
      follower,
      readJob: (key, signal) => session.readJob(key, signal),
      identity: browsing.identity,
      start: (workflowKey, signal) => this.#start(session, workflowKey, signal),
      workflows: () => [
        ...knownWorkflows(list.state.rows ?? []),
        ...recentWorkflows(this.#services.store, client.baseUrl.href),
      ],
    };
  }

  async #start(session: Session, workflowKey: string, signal: AbortSignal): Promise<Job> {
    requireAllowed();
    const { baseUrl } = session.client;
    const change = startOf({ session, store: this.#services.store }, workflowKey);
    const found = this.#prepared.take(baseUrl.href, workflowKey);
    if (found === 'elsewhere') throw connectionChanged(change);
    // Asks if no confirmation named this key, because the input was edited or the chat did not ask.
    const kind = found === 'unknown' ? 'chat' : 'person';
    const job = await session.change(change, { kind }, (send) => send(signal));
    if (job === undefined) {
      throw new ServiceError('notPermitted', l10n.t('The person did not agree: no job was started.'));
    }
    registerStarted(this.#services, { session, workflowKey, job });
    return job;
  }
}

type ConfirmationMessages = PreparedToolInvocation['confirmationMessages'];

function startQuestion(
  { key, name }: Named,
  { place, isProduction }: { readonly place: string; readonly isProduction: boolean },
): string {
  const workflow =
    name == null || name === key ? markdownCode(key) : `${markdownText(name)} (${markdownCode(key)})`;
  return isProduction
    ? l10n.t('Workflow {0}, in **production**: {1}. A start cannot be undone.', workflow, place)
    : l10n.t('Workflow {0}, in {1}. A start cannot be undone.', workflow, place);
}

/**
 * What a tool does with a job or a workflow, as Markdown; the others have their name alone, which VS Code
 * shows.
 */
function progressOf(name: OperationName, input: object): { readonly invocationMessage?: MarkdownString } {
  const { key, workflowKey = key } = input as Readonly<Record<string, unknown>>;
  const isKey = typeof workflowKey === 'string' || typeof workflowKey === 'number';
  const given = markdownCode(isKey ? String(workflowKey) : '', 80);
  const texts: Partial<Record<OperationName, string>> = {
    getJob: l10n.t('Reading job {0}', given),
    waitForJob: l10n.t('Waiting for job {0}', given),
    startJob: l10n.t('Starting a job of workflow {0}', given),
  };
  const text = texts[name];
  return text === undefined ? {} : { invocationMessage: new MarkdownString(text) };
}

/** @throws {ServiceError} `notPermitted` unless the person lets assistants start jobs */
function requireAllowed(): void {
  if (settings.canAgentsStart()) return;
  throw new ServiceError('notPermitted', l10n.t('Assistants may not start jobs: no job was started.'), {
    advice: l10n.t('The setting “workflowJobs.agents.canStartJobs” allows it.'),
  });
}
