import { isJsonObject } from '../../service/index.ts';

/** Where closed pages are remembered. */
export interface ClosedPagesMemory {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

/** A page that was closed, with the name it had. */
export interface ClosedPage {
  readonly key: string;
  readonly baseUrl: string;
  readonly name: string;
}

const mostClosed = 20;

const memoryName = 'closedPages';

/** The pages that were closed in this workspace, last first: VS Code cannot bring them back by itself. */
export class ClosedPages {
  readonly #memory: ClosedPagesMemory;

  constructor(memory: ClosedPagesMemory) {
    this.#memory = memory;
  }

  /** Those of a service. */
  of(baseUrl: string): readonly ClosedPage[] {
    return this.#all().filter((page) => page.baseUrl === baseUrl);
  }

  add({ key, baseUrl, name }: ClosedPage): void {
    this.#memory.set(memoryName, [{ key, baseUrl, name }, ...this.#others(key, baseUrl)].slice(0, mostClosed));
  }

  /** A page that is open again. */
  remove(key: string, baseUrl: string): void {
    const others = this.#others(key, baseUrl);
    if (others.length < this.#all().length) this.#memory.set(memoryName, others);
  }

  #others(key: string, baseUrl: string): ClosedPage[] {
    return this.#all().filter((page) => page.key !== key || page.baseUrl !== baseUrl);
  }

  #all(): ClosedPage[] {
    const stored = this.#memory.get(memoryName);
    return Array.isArray(stored) ? stored.filter(isClosedPage) : [];
  }
}

function isClosedPage(value: unknown): value is ClosedPage {
  return isJsonObject(value) && ['key', 'baseUrl', 'name'].every((name) => typeof value[name] === 'string');
}
