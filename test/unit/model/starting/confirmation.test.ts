import { describe, expect, it } from 'vitest';
import {
  confirmationProblem,
  confirmations,
  mustConfirm,
  readConfirmation,
} from '../../../../src/model/starting/confirmation.ts';
import type { EnvironmentKind } from '../../../../src/model/environments/environment.ts';

describe('Start confirmation setting', () => {
  it('requires confirmation before every start if the value is invalid', () => {
    expect(['never', 'production', 'always', 'Never', 7].map(readConfirmation)).toEqual([
      'never',
      'production',
      'always',
      'always',
      'always',
    ]);
    expect(['never', 'Always'].map(confirmationProblem)).toEqual([
      undefined,
      '“workflowJobs.confirmStart” must be “never”, “production”, or “always”. Until you fix it, every start must be confirmed.',
    ]);
  });
});

describe('Start confirmation', () => {
  it('depends on the setting and the environment kind', () => {
    const asked = (kind: EnvironmentKind | undefined) =>
      confirmations.filter((confirmation) => mustConfirm(confirmation, { kind }));
    expect(asked('production')).toEqual(['production', 'always']);
    expect(asked('staging')).toEqual(['always']);
    expect(asked(undefined)).toEqual(['always']);
  });
});
