export { type BaseUrl, readBaseUrl } from './baseUrl.ts';
export { type ClientOptions, type CredentialHeader, type JobsPage, type RequestRecord, type ServiceClient, createServiceClient } from './client.ts';
export type { Field, FieldOption } from './schema/fields.ts';
export { type Job, type JobRow, type Named, type Person, type UnreadableRow, areReadablePeople, documentedJobMembers, isPlace, jobRow, readPeople, rowId, unreadableKey } from './schema/jobs.ts';
export { ServiceError, type ServiceErrorKind, isOutcomeUnknown } from './serviceError.ts';
export { type Readable, type Unreadable, isJsonObject } from './schema/readable.ts';
