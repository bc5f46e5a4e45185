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
import { type Budget, defaultBudget, failureAnswer } from '../../agents/answer.ts';
import { type AgentService, operations } from '../../agents/operations.ts';
import { readInput, runOperation } from '../../agents/runOperation.ts';
import type { OperationName } from '../../agents/inputs.ts';
import { knownWorkflows, recentWorkflows } from '../../model/jobs/workflows.ts';
import { ServiceError, toServiceError } from '../../service/index.ts';
import { markdownCode, markdownText } from '../../text/inert.ts';
import type { ExtensionServices } from '../actions/extensionServices.ts';
import { takeInStarted } from '../actions/startedJobs.ts';
import { workflowOf } from '../actions/workflows.ts';
import { type ConnectedService, connectionChanged } from '../connection/connection.ts';
import { settings } from '../connection/settings.ts';
import { requireWritable } from '../environments/startGuard.ts';
import { tooLateText } from '../feedback/notify.ts';
import { PreparedCalls } from './preparedCalls.ts';

type Options = Pick<LanguageModelToolInvocationOptions<object>, 'input' | 'tokenizationOptions'>;

/** Registers the language model tools, such as `workflowJobs_find_jobs`, if the host supports them. */
export function registerAgentTools(services: ExtensionServices): Disposable {
  const models = lm as typeof lm | undefined;
  if (models === undefined) return Disposable.from();
  const names = Object.keys(operations) as OperationName[];
  return Disposable.from(
    ...names.map((name) =>
      models.registerTool(`workflowJobs_${operations[name].id}`, agentTool(name, services)),
    ),
  );
}

/** The tool of an operation. */
export function agentTool(name: OperationName, services: ExtensionServices): LanguageModelTool<object> {
  // Each tool has its own, so that no read stands for a start.
  const prepared = new PreparedCalls();
  return {
    prepareInvocation: async ({ input }) => {
      const confirmationMessages =
        name === 'startJob'
          ? await confirmationOf(services, prepared, input)
          : readingOf(services, prepared, JSON.stringify(input));
      return { ...progressOf(name, input), ...(confirmationMessages && { confirmationMessages }) };
    },
    invoke: async (options, token) =>
      new LanguageModelToolResult([
        new LanguageModelTextPart(await answer(name, services, prepared, options, token)),
      ]),
  };
}

/**
 * What a tool does with a job or a workflow, as Markdown; the others have their name alone, which VS Code
 * shows.
 */
function progressOf(name: OperationName, input: object): { readonly invocationMessage?: MarkdownString } {
  const { key, workflowKey = key } = input as Readonly<Record<string, unknown>>;
  const given = markdownCode(typeof workflowKey === 'string' ? workflowKey : '', 80);
  const texts: Partial<Record<OperationName, string>> = {
    getJob: l10n.t('Reading job {0}', given),
    waitForJob: l10n.t('Waiting for job {0}', given),
    startJob: l10n.t('Starting a job of workflow {0}', given),
  };
  const text = texts[name];
  return text === undefined ? {} : { invocationMessage: new MarkdownString(text) };
}

/**
 * The confirmation that a chat shows before a tool reads: it lets the person allow that once, for the
 * workspace or always. Records the service that it names.
 */
function readingOf(
  { connection, environments }: ExtensionServices,
  prepared: PreparedCalls,
  read: string,
): PreparedToolInvocation['confirmationMessages'] {
  const { state } = connection;
  if (state.kind !== 'ready') return undefined;
  prepared.add(state.client.baseUrl.href, read);
  const message = l10n.t(
    'Read jobs of {0}? What is read goes to the model of this chat.',
    markdownText(environments.nameOf(state.client.baseUrl)),
  );
  return { title: l10n.t('Read workflow jobs?'), message: new MarkdownString(message) };
}

/**
 * The confirmation that a chat shows before a start, or undefined for a start that will be refused. Records
 * the service that it names.
 */
async function confirmationOf(
  services: ExtensionServices,
  prepared: PreparedCalls,
  input: object,
): Promise<PreparedToolInvocation['confirmationMessages']> {
  try {
    const { baseUrl } = services.connection.require().client;
    const { workflowKey } = readInput('startJob', input);
    requireAllowed();
    requireWritable(services.environments, baseUrl);
    const { key, name } = await workflowOf(services, baseUrl, workflowKey);
    prepared.add(baseUrl.href, key);
    const workflow = name === key ? markdownCode(key) : `${markdownText(name)} (${markdownCode(key)})`;
    const place = markdownText(services.environments.nameOf(baseUrl));
    const { kind } = services.environments.guardsAt(baseUrl);
    const message =
      kind === 'production'
        ? l10n.t('Workflow {0}, in **production**: {1}. A start cannot be undone.', workflow, place)
        : l10n.t('Workflow {0}, in {1}. A start cannot be undone.', workflow, place);
    return { title: l10n.t('Start a workflow job?'), message: new MarkdownString(message) };
  } catch {
    // `answer` will report the failure.
    return undefined;
  }
}

/** @throws {ServiceError} `notPermitted` unless the person lets assistants start jobs */
function requireAllowed(): void {
  if (settings.canAgentsStart()) return;
  throw new ServiceError('notPermitted', l10n.t('Assistants may not start jobs: no job was started.'), {
    advice: l10n.t('The setting “workflowJobs.agents.canStartJobs” allows it.'),
  });
}

/** The answer or failure of a tool as text. Never rejects. */
async function answer(
  name: OperationName,
  services: ExtensionServices,
  prepared: PreparedCalls,
  { input, tokenizationOptions }: Options,
  token: CancellationToken,
): Promise<string> {
  const cancel = new AbortController();
  const subscription = token.onCancellationRequested(() => cancel.abort());
  if (token.isCancellationRequested) cancel.abort();
  try {
    const service = services.connection.require();
    if (prepared.take(service.client.baseUrl.href, JSON.stringify(input)) === 'elsewhere') {
      throw new ServiceError('notPermitted', tooLateText());
    }
    const signal = AbortSignal.any([cancel.signal, service.signal]);
    const { text } = await runOperation(name, agentServiceOf(services, prepared, service), input, {
      signal,
      budget: budgetOf(tokenizationOptions, token),
    });
    return text;
  } catch (thrown) {
    // Only failures before the request get here.
    return failureAnswer(toServiceError('tool', thrown), false);
  } finally {
    subscription.dispose();
  }
}

/** The connected service; it starts jobs where the chat's confirmation named it. */
function agentServiceOf(
  services: ExtensionServices,
  prepared: PreparedCalls,
  service: ConnectedService,
): AgentService {
  const { jobs, store } = services;
  const { client, waiter } = service;
  const start: AgentService['start'] = async (workflowKey, signal) => {
    requireAllowed();
    const found = prepared.take(client.baseUrl.href, workflowKey);
    if (found === 'elsewhere') throw connectionChanged();
    // Asks if no confirmation named this key, because the input was edited or the chat did not ask.
    const job = await service.start(workflowKey, { kind: found === 'unknown' ? 'chat' : 'person' }, (send) =>
      send(signal),
    );
    if (job === undefined) {
      throw new ServiceError('notPermitted', l10n.t('The person did not agree: no job was started.'));
    }
    takeInStarted(services, service, workflowKey, job);
    return job;
  };
  return {
    client,
    waiter,
    start,
    workflows: () => [
      ...knownWorkflows(jobs.state.rows ?? []),
      ...recentWorkflows(store, client.baseUrl.href),
    ],
  };
}

function budgetOf(options: Options['tokenizationOptions'], token: CancellationToken): Budget {
  if (options === undefined || !(options.tokenBudget > 0)) return defaultBudget;
  const measure = async (text: string) => {
    try {
      return await options.countTokens(text, token);
    } catch {
      return defaultBudget.measure(text);
    }
  };
  return { tokens: options.tokenBudget, measure };
}
