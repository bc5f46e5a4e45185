import { expect, it } from 'vitest';
import { Consent } from '../../../../src/ui/connection/consent.ts';
import { createKeyValueStore } from '../../model/builders.ts';

const origin = 'http://eu.example.com';

it('that another window withdraws is asked for again', async () => {
  const store = createKeyValueStore();
  let [answer, questions] = [true, 0];
  const ask = () => (questions++, Promise.resolve(answer));
  const [here, there] = [1, 2].map(() => new Consent({ store, name: 'agreed', ask })) as [Consent, Consent];
  expect([
    await Promise.all([here.isGiven(origin), here.isGiven(origin)]),
    await here.isGiven(origin),
    questions,
  ]).toEqual([[true, true], true, 1]);
  there.forget(origin);
  answer = false;
  expect([await here.isGiven(origin), questions, here.given]).toEqual([false, 2, []]);
});
