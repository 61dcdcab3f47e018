import { createHash } from 'node:crypto'

/** How the secret of a link is kept by which a password is chosen. */
export const hashLink = (token: string): string => createHash('sha256').update(`entry ${token}`).digest('hex')
