export { type BaseUrl, hostOf, isLocal, isUnencrypted, readBaseUrl } from './baseUrl.ts';
export {
  type ChangingClient,
  type ClientOptions,
  type RequestRecord,
  type ServiceClient,
  createServiceClient,
} from './client.ts';
export * as changes from './changes.ts';
export type { JobsPage } from './endpoints.ts';
export { type CredentialHeader, credentialHeader, headerProblem } from './http/credential.ts';
export type { RequestWait } from './http/requestGate.ts';
export { abortableDelay } from './http/retry.ts';
export { unexpectedShape } from './schema/envelope.ts';
export {
  type Field,
  type FieldDetails,
  type FieldOption,
  type FieldTypeName,
  readFields,
  readOptions,
} from './schema/fields.ts';
export {
  type Job,
  type JobMemberName,
  type JobRow,
  type Named,
  type Person,
  type ReadableRow,
  type UnreadableRow,
  canReadPeople,
  originalJob,
  jobRow,
  isPrivateMember,
  mergeJobs,
  privateMember,
  readJobRows,
  readPeople,
  rowId,
} from './schema/jobs.ts';
export {
  ServiceError,
  type ServiceErrorKind,
  isOutcomeUnknown,
  setBugListener,
  toServiceError,
} from './serviceError.ts';
export { NumberLiteral, parseResponse } from './schema/json.ts';
export { type Readable, type Unreadable, isJsonObject } from './schema/readable.ts';
export { normalizeTimestamp } from './schema/timestamps.ts';
export {
  normalizeBoolean,
  normalizeKey,
  normalizeList,
  normalizeText,
} from './schema/valueTypes.ts';
