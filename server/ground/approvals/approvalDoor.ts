import type { Kysely } from 'kysely'
import { approvalsTopic } from '#contract/approvals/approval'
import { infoPath } from '#contract/approvals/infoPath'
import type { FormCode } from '#contract/approvals/definition'
import type { Database } from '../database/schema.ts'
import type { LivePublisher } from '../live/live.ts'
import { storeMessage } from '../messages/messageDoor.ts'
import type { Door } from '../outbox/outbox.ts'

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

/** Tells users what of an approval concerns them: the live topic, and a message where there are words for one. */
export const approvalDoor = (given: { live: Pick<LivePublisher, 'publish'> }): Door<'approval'> => ({
  async deliver({ tenantId, userId, body, createdAt }, work) {
    if (userId == null) throw new Error('a word on an approval to nobody')
    if (body.message != null && !(await isMoot(work, body.taskId)))
      await storeMessage(
        work,
        { tenantId, userId },
        {
          subject: `approvals:message.${body.message}.subject`,
          content: `approvals:message.${body.message}.content`,
          params: body.params,
          severity: body.message === 'overdue' || body.message === 'rejected' ? 'warning' : 'info',
          ...(await linkOf(work, body.processId)),
        },
        createdAt,
      )
    const waiting = await countWaiting(work, tenantId, userId)
    given.live.publish(approvalsTopic, { userId }, { tenantId, processId: body.processId, what: body.what, waiting })
  },
})

/** A task that was decided before anyone could be told needs no message any more. */
async function isMoot(work: Kysely<Database>, taskId: number | null): Promise<boolean> {
  if (taskId == null) return false
  const task = await work.selectFrom('approval_task').select('state').where('id', '=', taskId).executeTakeFirst()
  return task?.state !== 'PENDING'
}

async function linkOf(work: Kysely<Database>, processId: number): Promise<{ link?: string }> {
  const found = await work.selectFrom('approval_instance').select(['form_code', 'third_id']).where('id', '=', processId).executeTakeFirst()
  return found == null ? {} : { link: infoPath(found.form_code as FormCode, found.third_id) }
}
