import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { aField } from '../../support/service/builders.ts';
import {
  type Handler,
  envelope,
  serveData,
  errorResponse,
  routes,
  stalled,
} from '../../support/service/service.ts';
import { ask, onBox, onNotifications, onWindow, removeApiKey } from '../support/prompts.ts';
import {
  connect,
  run,
  serve,
  serviceOfSuite,
  settingOfSuite,
  sharedService,
} from '../support/extension.ts';

const fields = [
  aField({ key: 'fld_title', name: 'Title' }),
  aField({ key: 'fld_supplier', name: 'Supplier' }),
  aField({ key: 'fld_comment', name: 'Comment' }),
];
const otherFields = [
  aField({ key: 'fld_supplier', name: 'Vendor' }),
  aField({ key: 'fld_title', name: 'Title' }),
];

const openTabs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();

/** Runs Compare Fields with the service at this address. */
async function compareWith(address: string) {
  onBox('createQuickPick', ({ type, pick }) => {
    type(address);
    pick(address);
  });
  await run('compareFields');
}

suite('Compare Fields command', () => {
  const production = serviceOfSuite(serveData({}));
  const development = sharedService(serveData({}));
  settingOfSuite('environments', () => [
    { name: 'Development', baseUrl: development().url, kind: 'development' },
    { name: 'Production', baseUrl: production().url, kind: 'production' },
  ]);
  /** Sets the responses of the connected service and of the other service. */
  const respond = async (connectedHandler: Handler, otherHandler: Handler) => {
    development().use(connectedHandler);
    production().use(otherHandler);
    await run('refreshFields');
  };

  test('shows the fields of both services in a diff editor', async () => {
    await respond(serveData({ fields }), serveData({ fields: otherFields }));
    const sentences = onNotifications();
    await compareWith(production().url);
    assert.deepEqual(sentences, []);
    const [difference, ...moreTabs] = openTabs().flatMap(({ input }) =>
      input instanceof vscode.TabInputTextDiff ? [input] : [],
    );
    assert.deepEqual(moreTabs, []);
    assert.ok(difference);
    assert.deepEqual(
      [difference.original.path, difference.modified.path],
      ['/Fields of Development.json', '/Fields of Production.json'],
    );
    const names = async (uri: vscode.Uri) =>
      (JSON.parse(await textOf(uri)) as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(
      [await names(difference.original), await names(difference.modified)],
      [
        ['Comment', 'Supplier', 'Title'],
        ['Title', 'Vendor'],
      ],
    );
    assert.ok(
      [development(), production()].every(({ requests }) =>
        requests.every(({ method }) => method === 'GET'),
      ),
    );
  });

  test('reports equal fields in a message instead of a diff editor', async () => {
    await respond(serveData({ fields }), serveData({ fields: fields.toReversed() }));
    const sentences = onNotifications();
    await compareWith(production().url);
    assert.deepEqual(sentences, ['The fields of Development and Production are the same.']);
    assert.deepEqual(openTabs(), []);
  });

  for (const failing of ['Production', 'Development']) {
    test(`names the environment ${failing} in the error if it requires an API key`, async () => {
      const fails = serveData({}, { 'GET /fields': errorResponse(401, 'No key.') });
      await respond(
        failing === 'Development' ? fails : serveData({ fields }),
        failing === 'Production' ? fails : serveData({ fields: otherFields }),
      );
      const sentences = onNotifications();
      await compareWith(production().url);
      assert.equal(sentences.length, 1);
      assert.match(
        sentences[0] ?? '',
        new RegExp(`^${failing}: 127\\.0\\.0\\.1:\\d+ requires an API key`),
      );
      assert.deepEqual(openTabs(), []);
    });
  }

  test('aborts its requests when the user cancels', async () => {
    const source = new vscode.CancellationTokenSource();
    const slow = routes({ 'GET /fields': () => stalled(envelope({ fields }), 1) });
    await respond(serveData({ fields }), slow);
    const sentences = onNotifications();
    onWindow(
      'withProgress',
      (_options: unknown, task: (progress: object, token: vscode.CancellationToken) => unknown) =>
        task({ report: () => undefined }, source.token),
    );
    const before = production().requests.length;
    const comparing = compareWith(production().url);
    await production().received(before + 1);
    source.cancel();
    await comparing;
    await production().abandoned(1);
    assert.deepEqual(sentences, []);
    assert.deepEqual(openTabs(), []);
  });
});

suite('Compare Fields command', () => {
  test('compares fields with the service at the entered URL @full', async () => {
    const [connectedService, otherService] = [
      await serve(serveData({ fields })),
      await serve(serveData({ fields: otherFields })),
    ];
    await connect(connectedService);
    await ask('setApiKey', 'key-of-the-first');
    const before = connectedService.requests.length;
    await compareWith(otherService.url);
    assert.ok(openTabs().some(({ input }) => input instanceof vscode.TabInputTextDiff));
    const header = ({ requests }: typeof connectedService, from = 0) =>
      requests
        .slice(from)
        .filter(({ url }) => url === '/fields')
        .map(({ headers }) => headers.authorization);
    assert.equal(header(connectedService, before).at(-1), 'Bearer key-of-the-first');
    assert.deepEqual(header(otherService), [undefined]);
    await removeApiKey();
  });
});
