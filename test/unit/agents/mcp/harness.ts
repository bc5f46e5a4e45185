import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { readConfig } from '../../../../src/agents/mcp/config.ts';
import { serve } from '../../../../src/agents/mcp/serve.ts';
import { aField, aJob } from '../../../support/service/builders.ts';
import {
  type Handler,
  envelope,
  serveData,
  startService,
} from '../../../support/service/service.ts';

export const secret = 'k3y-that-must-not-leak';

/**
 * Protocol versions: the last version in which the server sends questions to the client, and the
 * first version in which the client calls the tool again with the answer.
 */
export const eras = ['2025-11-25', '2026-07-28'] as const;

export interface Setting {
  readonly handler?: Handler;
  readonly variables?: Readonly<Record<string, string>>;
  readonly era?: (typeof eras)[number];
  /** Answer of the person. If it is undefined, the client cannot ask the person. */
  readonly answer?: {
    readonly action: 'accept' | 'decline';
    readonly content?: Record<string, string>;
  };
}

const posts: Handler = serveData(
  { fields: [aField()], jobs: [aJob()] },
  { 'POST /jobs': envelope({ job: aJob({ key: 'job_new' }) }) },
);

/** Starts a service and an MCP server for it, and connects a client to the server. */
export async function connect({
  handler = posts,
  variables = {},
  era = '2025-11-25',
  answer,
}: Setting = {}) {
  const service = await startService(handler);
  onTestFinished(() => service.close());
  const config = readConfig({
    WORKFLOW_JOBS_BASE_URL: service.url,
    WORKFLOW_JOBS_API_KEY: secret,
    ...variables,
  });
  const [transport, ofServer] = InMemoryTransport.createLinkedPair();
  onTestFinished(
    serve(config, ofServer, (error) => {
      throw error;
    }),
  );
  const questions: string[] = [];
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      capabilities: answer === undefined ? {} : { elicitation: {} },
      versionNegotiation: { mode: era === '2025-11-25' ? 'legacy' : { pin: era } },
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: answer.action, content: answer.content };
    });
  }
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (name: string, input: Record<string, unknown> = {}, options = {}) => {
    const {
      content,
      structuredContent,
      isError = false,
    } = await client.callTool({ name, arguments: input }, options);
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : '', output: structuredContent, isError };
  };
  const sent = () =>
    service.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => JSON.parse(body) as unknown);
  return { service, client, call, questions, sent };
}
