export { type BaseUrl, readBaseUrl } from './baseUrl.ts';
export type { ClientOptions, CredentialHeader, JobsPage, RequestRecord, ServiceClient } from './client.ts';
export { documentedJobMembers } from './documentedJobMembers.ts';
export type { Field, FieldOption } from './fields.ts';
export type { Job, Named } from './jobs.ts';
export { createLazyClient } from './lazyClient.ts';
export { type Person, readPeople } from './people.ts';
export { ServiceError, type ServiceErrorKind, isOutcomeUnknown } from './serviceError.ts';
export { type Readable, isJsonObject } from './wire.ts';
