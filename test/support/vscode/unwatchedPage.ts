import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

interface UnwatchedPage {
  readonly goto: (url: string) => Promise<void>;
  /** Returns a screenshot as a PNG image. */
  readonly screenshot: () => Promise<Buffer>;
}

const responseTimeoutMs = 30_000;

/**
 * Opens a page without attaching Playwright. An attached Playwright makes the browser report every
 * message between the window and the server.
 * @param functions global functions that scripts on the page can call. Arguments are passed as
 * JSON.
 */
export async function openUnwatchedPage(
  browser: Browser,
  size: { readonly width: number; readonly height: number },
  functions: Readonly<Record<string, (...args: never[]) => void>>,
  onCrash: () => void,
): Promise<UnwatchedPage> {
  const session = await browser.newBrowserCDPSession();
  // Playwright attaches only to pages in its own browser contexts.
  const { browserContextId } = await session.send('Target.createBrowserContext');
  const { targetId } = await session.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
  });
  const { sessionId } = await session.send('Target.attachToTarget', { targetId });
  const responses = new Map<number, PromiseWithResolvers<unknown>>();
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result, error, method, params } = JSON.parse(message) as {
      id?: number;
      result?: unknown;
      error?: { message: string };
      method?: string;
      params?: { payload: string };
    };
    if (method === 'Inspector.targetCrashed') onCrash();
    if (method === 'Runtime.bindingCalled' && params !== undefined) {
      const [name, ...args] = JSON.parse(params.payload) as [string, ...never[]];
      functions[name]?.(...args);
    }
    if (error === undefined) responses.get(id ?? 0)?.resolve(result);
    else responses.get(id ?? 0)?.reject(new Error(error.message));
  });
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = responses.size + 1;
    const response = Promise.withResolvers<unknown>();
    responses.set(id, response);
    // Sets a timeout for each request, because a crashed page never responds.
    void delay(responseTimeoutMs, undefined, { ref: false }).then(() =>
      response.reject(new Error(`The page did not respond to ${method}.`)),
    );
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    });
    return response.promise;
  };
  await send('Page.enable');
  await send('Runtime.enable');
  await send('Runtime.addBinding', { name: 'callRunner' });
  const source = `for (const name of ${JSON.stringify(Object.keys(functions))}) globalThis[name] = (...args) => callRunner(JSON.stringify([name, ...args]));`;
  await send('Page.addScriptToEvaluateOnNewDocument', { source });
  await send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  });
  return {
    goto: async (url) => void (await send('Page.navigate', { url })),
    screenshot: async () =>
      Buffer.from(((await send('Page.captureScreenshot')) as { data: string }).data, 'base64'),
  };
}
