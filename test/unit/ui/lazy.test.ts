import { describe, expect, it } from 'vitest';
import { lazy } from '../../../src/ui/lazy.ts';

class Made {
  isDisposed = false;

  dispose(): void {
    this.isDisposed = true;
  }
}

describe('something lazy', () => {
  it('is made once, when it is first asked for', async () => {
    let times = 0;
    const thing = lazy(() => {
      times++;
      return Promise.resolve(new Made());
    });
    expect(times).toBe(0);
    const [one, other] = await Promise.all([thing.load(), thing.load()]);
    expect(one).toBe(other);
    expect(await thing.load()).toBe(one);
    expect(times).toBe(1);
  });

  it('is made anew where it could not be made', async () => {
    let isOnline = false;
    const thing = lazy(() => (isOnline ? Promise.resolve(new Made()) : Promise.reject(new Error('offline'))));
    await expect(thing.load()).rejects.toThrow('offline');
    isOnline = true;
    expect(await thing.load()).toBeInstanceOf(Made);
  });

  it('is disposed of if it was made, also where that was still under way', async () => {
    const making = Promise.withResolvers<Made>();
    const thing = lazy(() => making.promise);
    const loading = thing.load();
    thing.dispose();
    making.resolve(new Made());
    expect((await loading).isDisposed).toBe(true);
  });

  it('that was never asked for is not made to be disposed of', () => {
    let isMade = false;
    const thing = lazy(() => {
      isMade = true;
      return Promise.resolve(new Made());
    });
    thing.dispose();
    expect(isMade).toBe(false);
  });
});
