export { type BaseUrl, hostOf, isLocal, isUnencrypted, readBaseUrl } from './baseUrl.ts';
export {
  type ClientOptions,
  type Consent,
  type RequestRecord,
  type Sending,
  type ServiceClient,
  type StartGuard,
  type StartingClient,
  createServiceClient,
} from './client.ts';
export type { JobsPage } from './endpoints.ts';
export { type CredentialHeader, credentialHeader, headerProblem } from './http/credential.ts';
export { abortableDelay } from './http/retry.ts';
export { misshapen } from './schema/envelope.ts';
export { type Field, type FieldOption, isFieldOption, readFields } from './schema/fields.ts';
export {
  type Job,
  type JobRow,
  type Named,
  type Person,
  type ReadableRow,
  type UnreadableRow,
  areReadablePeople,
  documentedJobMembers,
  jobRow,
  readJobRows,
  readPeople,
  rowId,
} from './schema/jobs.ts';
export {
  ServiceError,
  type ServiceErrorKind,
  isOutcomeUnknown,
  listenForFaults,
  toServiceError,
} from './serviceError.ts';
export { NumberLiteral, parseAnswer } from './schema/json.ts';
export { type Readable, type Unreadable, isJsonObject } from './schema/readable.ts';
