import { z } from 'zod'

const NOTE = 'furrow.push'

const note = z.object({
  userId: z.int(),
  /** By tenant, the session in which it was turned on there, or renewed. */
  sessions: z.record(z.string(), z.string()),
})
/** Who has turned notifications on in this browser, and in which tenants. */
type PushNote = z.infer<typeof note>

export function readNote(): PushNote | null {
  try {
    return note.safeParse(JSON.parse(localStorage.getItem(NOTE) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

const write = (kept: PushNote) => localStorage.setItem(NOTE, JSON.stringify(kept))

/** It is on for a person in a tenant; a note of somebody else is no more. */
export function noteOn({ userId, tenantId, sessionKey }: { userId: number; tenantId: number; sessionKey: string }): void {
  const before = readNote()
  write({ userId, sessions: { ...(before?.userId === userId ? before.sessions : {}), [tenantId]: sessionKey } })
}

/** It is off in a tenant; answers whether it is on in another. */
export function noteOff(tenantId: number): boolean {
  const before = readNote()
  const { [tenantId]: _, ...left } = before?.sessions ?? {}
  if (before === null || Object.keys(left).length === 0) {
    dropNote()
    return false
  }
  write({ ...before, sessions: left })
  return true
}

export const dropNote = (): void => localStorage.removeItem(NOTE)
