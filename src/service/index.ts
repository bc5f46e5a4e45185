export { type BaseUrl, readBaseUrl } from './baseUrl.ts';
export { type ClientOptions, type CredentialHeader, type JobsPage, type RequestRecord, type ServiceClient, createServiceClient } from './client.ts';
export type { Field, FieldOption } from './fields.ts';
export { type Job, type Named, type Person, documentedJobMembers, readPeople } from './jobs.ts';
export { ServiceError, type ServiceErrorKind, isOutcomeUnknown } from './serviceError.ts';
export type { Readable } from './wire.ts';
