import { EnvHttpProxyAgent, ProxyAgent, install, setGlobalDispatcher } from 'undici';
import { type BaseUrl, isLocal } from '../../service/index.ts';
import { ConfigError, type Variables } from './config.ts';

/**
 * Replaces the global `fetch` with a version that uses HTTP_PROXY, HTTPS_PROXY, and NO_PROXY. Some
 * Node.js versions ignore these variables.
 * @throws {ConfigError}
 */
export function useProxies(variables: Variables, baseUrl: BaseUrl): void {
  // A remote proxy is not used for a service on this machine, because the proxy cannot reach the
  // service and must not receive the API key.
  const readUsable = (name: string) => {
    const url = readProxyUrl(variables, name);
    return url !== '' && isLocal(baseUrl) && !isLocal(new URL(url)) ? '' : url;
  };
  setGlobalDispatcher(
    new EnvHttpProxyAgent({
      httpProxy: readUsable('HTTP_PROXY'),
      httpsProxy: readUsable('HTTPS_PROXY'),
      noProxy: readVariable(variables, 'NO_PROXY'),
      // Many proxies allow tunnels only to port 443, so tunnels are not used for HTTP.
      proxyTunnel: false,
    }),
  );
  install();
}

/** Reads an environment variable. The lowercase name takes precedence, as in curl. */
function readVariable(variables: Variables, name: string): string {
  return (variables[name.toLowerCase()] || variables[name] || '').trim();
}

/**
 * Returns the proxy URL, or an empty string if the variable is not set. The scheme is optional, as
 * in curl.
 */
function readProxyUrl(variables: Variables, name: string): string {
  const value = readVariable(variables, name);
  const url = value === '' || value.includes('://') ? value : `http://${value}`;
  try {
    if (url !== '') new ProxyAgent(url);
    return url;
  } catch {
    // The error message does not contain the URL, because the URL may include a password.
    throw new ConfigError(
      `${name}: not a valid proxy address. Example: http://proxy.example:8080.`,
    );
  }
}
