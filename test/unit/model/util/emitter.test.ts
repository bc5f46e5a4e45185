import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../src/model/util/emitter.ts';
import { uncaughtErrors } from '../builders.ts';

describe('Emitter', () => {
  it('calls all listeners in order until they are disposed', () => {
    const emitter = new Emitter<number>();
    const heard: string[] = [];
    const first = emitter.event((value) => heard.push(`first ${value}`));
    emitter.event((value) => heard.push(`second ${value}`));
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
  });

  it('calls the remaining listeners if a listener throws', () => {
    const errors = uncaughtErrors();
    const emitter = new Emitter();
    const broken = new Error('broken listener');
    let heard = 0;
    emitter.event(() => {
      throw broken;
    });
    emitter.event(() => heard++);
    emitter.fire();
    expect(heard).toBe(1);
    expect(errors).toEqual([broken]);
  });

  it('allows a listener to add and remove listeners during an event', () => {
    const emitter = new Emitter();
    const heard: string[] = [];
    const leaving = emitter.event(() => {
      heard.push('leaving');
      leaving.dispose();
      emitter.event(() => heard.push('late'));
    });
    emitter.fire();
    emitter.fire();
    expect(heard).toEqual(['leaving', 'late']);
  });

  it('does not call a listener that a previous listener disposed', () => {
    const emitter = new Emitter();
    let heard = 0;
    emitter.event(() => later.dispose());
    const later = emitter.event(() => heard++);
    emitter.fire();
    expect(heard).toBe(0);
  });
});
