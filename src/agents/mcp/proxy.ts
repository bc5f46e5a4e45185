import { EnvHttpProxyAgent, ProxyAgent, install, setGlobalDispatcher } from 'undici';
import { type BaseUrl, isLocal } from '../../service/index.ts';
import { ConfigError, type Variables } from './config.ts';

/**
 * Makes `fetch` use the proxies in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Replaces Node's own
 * `fetch`, which ignores these variables in some versions.
 * @throws {ConfigError}
 */
export function useProxies(variables: Variables, baseUrl: BaseUrl): void {
  // A proxy on another machine cannot reach a service on this machine, and must not receive its API
  // key.
  const readUsable = (name: string) => {
    const url = readProxyUrl(variables, name);
    return url !== '' && isLocal(baseUrl) && !isLocal(new URL(url)) ? '' : url;
  };
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      httpProxy: readUsable('HTTP_PROXY'),
      httpsProxy: readUsable('HTTPS_PROXY'),
      noProxy: readVariable(variables, 'NO_PROXY'),
      // Many proxies allow tunnels only to port 443.
      proxyTunnel: false,
    }),
  );
  install();
}

/** Reads a variable. As in curl, the lowercase name takes precedence. */
function readVariable(variables: Variables, name: string): string {
  return (variables[name.toLowerCase()] || variables[name] || '').trim();
}

/**
 * Returns the URL of a proxy, or an empty string if the variable is not set. As in curl, the scheme
 * is optional.
 */
function readProxyUrl(variables: Variables, name: string): string {
  const value = readVariable(variables, name);
  const url = value === '' || value.includes('://') ? value : `http://${value}`;
  try {
    if (url !== '') new ProxyAgent(url);
    return url;
  } catch {
    // Does not repeat the value, which may contain a password.
    throw new ConfigError(
      `${name}: not a valid proxy address. Example: http://proxy.example:8080.`,
    );
  }
}
