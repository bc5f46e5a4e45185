import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';

const encoding = new Tiktoken(o200k);

/** Returns the number of tokens of a text, in the encoding of current OpenAI models. */
export function countTokens(text: string): number {
  return encoding.encode(text).length;
}
