import type { ChangeName } from '#contract/core/change'
import type { AnyCall } from '#contract/core/call'
import { clockAhead } from '#src/api/reach.ts'
import { call, isFailure } from '#src/api/call.ts'
import { keptIn } from '#src/kept/files.ts'
import { bodyOf, type Deed, isWaiting, newOperationId, type Operation, userOf } from '#src/kept/operation.ts'
import { enqueue, mayWait, queueOf } from '#src/kept/queue.ts'
import { session } from '#src/session/session.ts'
import { isLost } from './sendOne.ts'
import { sendQueue, timed } from './sender.ts'

// Where this is, something may have to wait.
mayWait.set(true)

export interface Doing {
  readonly kind: ChangeName
  readonly record: number | string | null
  readonly idName: string
  /** What a person calls the record. */
  readonly title: string
  readonly declaration: AnyCall
  readonly body: Readonly<Record<string, unknown>>
  readonly deed: Deed
  /** It is told at which moment it was done: now. */
  readonly isTimed?: boolean
  readonly moments?: readonly string[]
}

/** An operation of whoever is signed in, for the current tenant. */
export function operationOf({ kind, record, idName, title, declaration, body, deed, isTimed = false, moments = [] }: Doing): Operation {
  const { self, tenantId } = session.get()
  return {
    id: newOperationId(),
    owner: `${self?.id ?? -1} ${tenantId}`,
    kind,
    record,
    idName,
    title,
    sending: { method: declaration.method, path: declaration.path, body, when: isTimed ? Date.now() : null, moments },
    deed,
    writtenAt: Date.now(),
    left: false,
    trouble: null,
  }
}

/** Keeps an operation and begins to send. Rejects where this browser has no room: then nothing was done. */
export async function keepOperation(one: Operation): Promise<void> {
  await enqueue(userOf(one), one)
  void sendQueue().catch(() => undefined)
}

/** The answer of what was kept. */
export const KEPT = Symbol('kept')

/**
 * Does something at once where the server answers, and keeps it for later where nobody does, or where others wait before it: `KEPT`. What the
 * server refuses is answered as any failure.
 */
export async function doOrKeep(doing: Doing): Promise<unknown> {
  const written = operationOf(doing)
  // What somebody has yet to decide holds up its own record alone.
  const waitsBefore = queueOf
    .get()
    .some((one) => one.owner === written.owner && (isWaiting(one) || (one.kind === written.kind && one.record === written.record)))
  const ahead =
    waitsBefore || typeof doing.record === 'string' || keptIn(bodyOf(written)).length > 0
      ? null
      : doing.isTimed === true
        ? await clockAhead()
        : 0
  if (ahead === null) {
    await keepOperation(written)
    return KEPT
  }
  const one = timed(written, ahead)
  const answer: unknown = await call(doing.declaration, { body: bodyOf(one) } as never, { quiet: true, key: one.id })
  if (!isFailure(answer) || !isLost(answer)) return answer
  // It may have arrived all the same: it goes under the same key with the same body.
  await keepOperation({ ...one, left: true })
  return KEPT
}
