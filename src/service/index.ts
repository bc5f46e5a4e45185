export { type BaseUrl, readBaseUrl } from './baseUrl.ts';
export { type ClientOptions, type CredentialHeader, type JobsPage, type RequestRecord, type ServiceClient, createServiceClient } from './client.ts';
export type { Field, FieldOption } from './schema/fields.ts';
export { type JobRow, type UnreadableRow, isPlace, jobRow, rowId, unreadableKey } from './schema/jobRow.ts';
export { type Job, type Named, documentedJobMembers } from './schema/jobs.ts';
export { type Person, areReadablePeople, readPeople } from './schema/people.ts';
export { ServiceError, type ServiceErrorKind, isOutcomeUnknown } from './serviceError.ts';
export { type Readable, type Unreadable, isJsonObject, unreadable } from './schema/readable.ts';
