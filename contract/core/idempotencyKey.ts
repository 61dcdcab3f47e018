import type { AnyCall } from './call.ts'

/**
 * The header by which an act that is sent again is done once: 8 to 100 visible characters of ASCII, another for each act. The same user, in the
 * same tenant, is answered as the first time; a key is remembered for a day, one that begins with {@link FIELD_KEY} for 90.
 */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'
/** Whether a call takes a key: whatever acts in a tenant, but for uploads, and what answers bytes. */
export const takesKey = ({ method, path, encoding, produces }: Pick<AnyCall, 'method' | 'path' | 'encoding' | 'produces'>): boolean =>
  method !== 'GET' && path.includes('{t}') && encoding !== 'multipart' && encoding !== 'bytes' && produces == null
/** Begins the key of an act that was written without network, and may be sent weeks later. */
export const FIELD_KEY = 'field.'
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,100}$/
