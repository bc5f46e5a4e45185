import { EnvHttpProxyAgent, ProxyAgent, install, setGlobalDispatcher } from 'undici';
import { type BaseUrl, isLocal } from '../../service/index.ts';
import type { Variables } from './config.ts';

/**
 * Makes `fetch` use the proxies in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Replaces Node's own `fetch`, which
 * ignores these variables in some versions.
 * @returns what is wrong with a variable; undefined if the proxies can be used
 */
export function useProxies(variables: Variables, baseUrl: BaseUrl): string | undefined {
  const httpProxy = readProxyUrl(variables, 'HTTP_PROXY');
  const httpsProxy = readProxyUrl(variables, 'HTTPS_PROXY');
  if (!isProxyUrl(httpProxy)) return problemOf('HTTP_PROXY');
  if (!isProxyUrl(httpsProxy)) return problemOf('HTTPS_PROXY');
  const usable = (url: string) => (isUsableFor(baseUrl, url) ? url : '');
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      httpProxy: usable(httpProxy),
      httpsProxy: usable(httpsProxy),
      noProxy: readVariable(variables, 'NO_PROXY'),
      // Many proxies allow tunnels only to the port of https.
      proxyTunnel: false,
    }),
  );
  install();
  return undefined;
}

/** As in curl, the name in lower case has precedence. */
function readVariable(variables: Variables, name: string): string {
  return (variables[name.toLowerCase()] || variables[name] || '').trim();
}

/** The URL of a proxy; empty if the variable is not set. As in curl, the scheme is optional. */
function readProxyUrl(variables: Variables, name: string): string {
  const value = readVariable(variables, name);
  return value === '' || value.includes('://') ? value : `http://${value}`;
}

/** True if undici accepts the URL, or if it is empty. */
function isProxyUrl(url: string): boolean {
  try {
    return url === '' || new ProxyAgent(url) instanceof ProxyAgent;
  } catch {
    return false;
  }
}

/** Does not repeat the value, which may contain a password. */
function problemOf(name: string): string {
  return `${name}: this is not the address of a proxy, such as http://proxy.example:8080.`;
}

/**
 * False for a proxy on another machine if the service is on this machine: the proxy cannot reach the service,
 * and must not receive its API key.
 */
function isUsableFor(baseUrl: BaseUrl, proxyUrl: string): boolean {
  return proxyUrl === '' || !isLocal(baseUrl) || isLocal(new URL(proxyUrl));
}
