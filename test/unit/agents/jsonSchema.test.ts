import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/agents/operations.ts';
import { type OperationName, inputs } from '../../../src/agents/inputs.ts';
import { jsonSchemaOf } from '../../../src/agents/jsonSchema.ts';

/** As tools are listed. */
const listed = (Object.keys(inputs) as OperationName[]).map((name) => {
  const { input, output } = jsonSchemaOf(name);
  return { name: operations[name].id, description: operations[name].description, inputSchema: input, outputSchema: output };
});

describe('what assistants read with every question', () => {
  it('takes at most 1,200 tokens', () => {
    const tokens = listed.reduce((sum, each) => sum + encode(JSON.stringify(each)).length, 0);
    expect(tokens).toBeLessThanOrEqual(1200);
  });

  it('changes only on purpose', async () => {
    await expect(JSON.stringify(listed, null, 2)).toMatchFileSnapshot('tools.snapshot.json');
  });
});
