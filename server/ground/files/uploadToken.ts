import { createHmac } from 'node:crypto'

/** The secret part of an address for one upload. It stands nowhere: who sends the address makes it again, and a row keeps its hash. */
export const uploadToken = (key: Uint8Array, id: string): string => createHmac('sha256', key).update(`upload/${id}`).digest('base64url')
