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

it('is asked for once while its question is open, although the key changes meanwhile', async () => {
  const answer = Promise.withResolvers<boolean>();
  let questions = 0;
  const ask = () => (questions++, answer.promise);
  const consent = new Consent({ store: createKeyValueStore(), name: 'agreed', ask });
  const before = consent.isGiven(origin);
  consent.reopen(origin);
  const after = consent.isGiven(origin);
  answer.resolve(true);
  expect([await before, await after, questions, consent.given]).toEqual([true, true, 1, [origin]]);
});

it('that is refused is asked for again only once it is reopened', async () => {
  let questions = 0;
  const ask = () => (questions++, Promise.resolve(false));
  const consent = new Consent({ store: createKeyValueStore(), name: 'agreed', ask });
  expect([await consent.isGiven(origin), await consent.isGiven(origin), questions]).toEqual([
    false,
    false,
    1,
  ]);
  consent.reopen(origin);
  expect([await consent.isGiven(origin), questions]).toEqual([false, 2]);
});
