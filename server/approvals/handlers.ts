import { type approvalCalls, TASK_STATE } from '#contract/approvals/approval'
import type { FormCode } from '#contract/approvals/definition'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Approvals } from '../ground/approvals/approvals.ts'
import { copyItems, processItems, processStateOf, taskItems } from '../ground/approvals/items.ts'
import { countWaiting } from '../ground/approvals/approvalDoor.ts'
import { describeProcess, holdsIn, visibleInstance } from '../ground/approvals/process.ts'

/** The approval tab's calls. Who takes part is decided row by row: the engine knows applicants and assignees. */
export function approvalHandlers(approvals: Approvals): Handlers<typeof approvalCalls> {
  const { engine, forms, changing } = approvals

  const decide =
    (verdict: 'approve' | 'reject') =>
    async ({ params, body }: { params: { id: number }; body: { taskId: number; comment: string | null } }, asking: Asking) => {
      // The list item of the approval view is the task itself.
      if (params.id !== body.taskId) throw notFound()
      const { id, state } = await changing(asking, (scope) =>
        engine.decide(scope, { taskId: body.taskId, userId: asking.caller.userId, verdict, comment: body.comment?.trim() || null }),
      )
      return {
        processId: id,
        processState: processStateOf(state),
        taskState: verdict === 'approve' ? TASK_STATE.reviewed : TASK_STATE.rejected,
      }
    }
  const business = (asking: Asking, processId: number) =>
    asking.inTenant(async (scope) => {
      const { third_id, form_code, document_code } = await visibleInstance(scope, asking, forms, processId)
      return { thirdId: third_id, formCode: form_code as FormCode, documentCode: document_code }
    })

  return {
    tasks: ({ query }, { inTenant, caller, language }) =>
      inTenant((scope) =>
        query.taskType === 'approval'
          ? taskItems(scope, caller.userId, query, { language, forms })
          : copyItems(scope, caller.userId, query, { language, forms }),
      ),

    processes: ({ query }, { inTenant, caller, language }) =>
      inTenant((scope) => processItems(scope, caller.userId, query, { language, forms })),

    approve: decide('approve'),
    reject: decide('reject'),

    businessList: async ({ query }, asking) => [await business(asking, query.processId)],
    businessData: ({ query }, asking) => business(asking, query.processId),

    async transfer({ params, body }, asking) {
      if (params.id !== body.taskId) throw notFound()
      const { id, state } = await changing(asking, (scope) =>
        engine.transfer(scope, {
          taskId: body.taskId,
          userId: asking.caller.userId,
          toUserId: body.toUserId,
          comment: body.comment?.trim() || null,
        }),
      )
      return { processId: id, processState: processStateOf(state), taskState: TASK_STATE.reviewed }
    },

    colleagues: ({ query }, { inTenant, caller }) =>
      inTenant(async (scope) => {
        let people = scope
          .select('membership')
          .innerJoin('app_user', 'app_user.id', 'membership.user_id')
          .where('app_user.enabled', '=', true)
          .where('app_user.id', '<>', caller.userId)
        if (query.search?.trim()) people = people.where('app_user.real_name', '~', containing(query.search))
        return readPage(query, people, (all) =>
          all.select(['app_user.id as userId', 'app_user.real_name as realName']).orderBy('app_user.real_name').orderBy('app_user.id'),
        )
      }),

    waiting: (_, { inTenant, caller }) =>
      inTenant(async ({ raw, tenantId }) => ({ waiting: await countWaiting(raw, tenantId, caller.userId) })),

    process: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        const instance = await visibleInstance(scope, asking, forms, params.id)
        return describeProcess(scope, asking, approvals.formOf(instance.form_code), instance)
      }),

    async withdraw({ params, body }, asking) {
      const { id, state } = await changing(asking, async (scope) => {
        await visibleInstance(scope, asking, forms, params.id)
        return engine.withdraw(scope, { instanceId: params.id, userId: asking.caller.userId, comment: body.comment?.trim() || null })
      })
      return { processId: id, processState: processStateOf(state) }
    },

    async resubmit({ params, body }, asking) {
      const { id, state } = await changing(asking, async (scope) => {
        const instance = await visibleInstance(scope, asking, forms, params.id)
        const form = approvals.formOf(instance.form_code)
        if (!holdsIn(asking, form.submitCode, instance.area_id)) throw new CallFailure('error.permission.denied')
        return engine.submit(scope, {
          formCode: form.formCode,
          documentId: instance.third_id,
          userId: asking.caller.userId,
          picked: body.picked,
          again: true,
          language: asking.language,
        })
      })
      return { processId: id, processState: processStateOf(state) }
    },
  }
}
