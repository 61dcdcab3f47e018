import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ApprovalsWord } from '#contract/approvals/approval'
import type { Database } from '../database/schema.ts'
import type { LivePublisher } from '../live/live.ts'
import type { Services } from '../services.ts'

const BATCH = 100

/** How many tasks wait for a user in a tenant. */
export async function countWaiting(db: Kysely<Database>, tenantId: number, userId: number): Promise<number> {
  const { waiting } = await db
    .selectFrom('approval_task')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('tenant_id', '=', tenantId)
    .where('assignee_id', '=', userId)
    .where('state', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return waiting
}

/**
 * Tells users what was committed for them: the live topic, and a message where there are words for one. A word is deleted once it was
 * told, so that a server that dies in between tells it after its next start; one that is told twice does no harm.
 */
export function createOutbox(given: { serviceDb: Kysely<Database>; live: LivePublisher; notify: Services['notify']; log: Logger }): {
  flush: () => Promise<void>
} {
  const { serviceDb, live, notify, log } = given

  async function tellSome(): Promise<number> {
    return serviceDb.transaction().execute(async (transaction) => {
      const words = await transaction
        .selectFrom('approval_outbox')
        .leftJoin('approval_task', 'approval_task.id', 'approval_outbox.task_id')
        .selectAll('approval_outbox')
        .select('approval_task.state as task_state')
        .orderBy('approval_outbox.id')
        .limit(BATCH)
        .forUpdate('approval_outbox')
        // What another process is telling already.
        .skipLocked()
        .execute()
      if (words.length === 0) return 0
      for (const word of words) {
        const { tenant_id: tenantId, user_id: userId } = word
        // A task that was decided before anyone could be told needs no message any more.
        const isMoot = word.task_id != null && word.task_state !== 'PENDING'
        /* oxlint-disable no-await-in-loop -- in their order */
        if (word.message != null && !isMoot)
          await notify(
            { tenantId, userId },
            {
              subject: `approvals:message.${word.message}.subject`,
              content: `approvals:message.${word.message}.content`,
              params: word.params,
            },
          )
        live.approvals(userId, {
          tenantId,
          processId: word.instance_id,
          what: word.what as ApprovalsWord['what'],
          waiting: await countWaiting(transaction, tenantId, userId),
        })
        /* oxlint-enable no-await-in-loop */
      }
      await transaction
        .deleteFrom('approval_outbox')
        .where(
          'id',
          'in',
          words.map(({ id }) => id),
        )
        .execute()
      return words.length
    })
  }

  // One at a time: each holds a connection while `notify` asks for another.
  let running: Promise<void> | null = null
  let again = false
  async function run(): Promise<void> {
    try {
      do {
        again = false
        // oxlint-disable-next-line no-await-in-loop
        while ((await tellSome()) === BATCH);
      } while (again)
    } catch (cause) {
      log.error({ err: cause }, 'users could not be told of approvals: tried again shortly')
    } finally {
      running = null
    }
  }
  return {
    flush() {
      again = true
      running ??= run()
      return running
    },
  }
}
