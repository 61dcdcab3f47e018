import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { encryptedSecret } from '../core/encrypted.ts'
import { text } from '../core/values.ts'
import { ENTRY_PURPOSES, entryLinkCalls } from './entryLink.ts'

const token = text(100)
const fails = 'Fails with error.entry.unknown, error.entry.used or error.entry.expired'

export const entryCalls = {
  look: defineCall({
    ...entryLinkCalls.look,
    trail: { untold: 'asks' },
    permission: 'public',
    summary: `Whose password a link chooses, and whether it is their first. ${fails}`,
    body: z.object({ token }),
    answer: z.object({ realName: z.string(), loginName: z.string(), purpose: z.enum(ENTRY_PURPOSES) }),
  }),
  open: defineCall({
    ...entryLinkCalls.open,
    trail: 'user',
    permission: 'public',
    summary: `Chooses the password of a link, once, and ends every session of its user. ${fails}`,
    body: z.object({ token, password: encryptedSecret }),
    answer: z.object({ loginName: z.string() }),
  }),
}
