import { expect, it } from 'vitest';
import { createConsent } from '../../../../src/ui/connection/consent.ts';
import { createKeyValueStore } from '../../model/builders.ts';

const origin = 'http://eu.example.com';

it('that another window withdraws is asked for again', async () => {
  const store = createKeyValueStore();
  let [answer, questions] = [true, 0];
  const ask = () => (questions++, Promise.resolve(answer));
  const [here, there] = [createConsent(store, 'agreed', ask), createConsent(store, 'agreed', ask)];
  expect([
    await Promise.all([here.isGiven(origin), here.isGiven(origin)]),
    await here.isGiven(origin),
    questions,
  ]).toEqual([[true, true], true, 1]);
  there.forget(origin);
  answer = false;
  expect([await here.isGiven(origin), questions, here.given]).toEqual([false, 2, []]);
});
