import { describe, expect, it } from 'vitest';
import {
  confirmationProblem,
  confirmations,
  mustConfirm,
  readConfirmation,
} from '../../../../src/model/starting/confirmation.ts';
import type { EnvironmentKind } from '../../../../src/model/environments/environment.ts';

describe('readConfirmation', () => {
  it('requires confirmation before every start if the setting is invalid', () => {
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

describe('mustConfirm', () => {
  it('applies the setting “production” only to production environments', () => {
    const asked = (kind: EnvironmentKind | undefined) =>
      confirmations.filter((confirmation) => mustConfirm(confirmation, { kind }));
    expect(asked('production')).toEqual(['production', 'always']);
    expect(asked('staging')).toEqual(['always']);
    expect(asked(undefined)).toEqual(['always']);
  });
});
