export { type BaseUrl, readBaseUrl } from './baseUrl.ts';
export { type ClientOptions, type CredentialHeader, type JobsPage, type RequestRecord, type ServiceClient, createServiceClient } from './client.ts';
export { documentedJobMembers } from './schema/documentedJobMembers.ts';
export type { Field, FieldOption } from './schema/fields.ts';
export type { Job, Named } from './schema/jobs.ts';
export { isJsonObject } from './schema/jsonObject.ts';
export { type Person, areReadablePeople, readPeople } from './schema/people.ts';
export { ServiceError, type ServiceErrorKind, isOutcomeUnknown } from './serviceError.ts';
export type { Readable } from './schema/readable.ts';
