import { sql } from 'kysely'
import type { z } from 'zod'
import type { aplionformBody, aplionformCalls } from '#contract/inventory/aplionform'
import { documentAfter, type DocumentEvent, type DocumentStatus } from '#machines/approvals/document'
import type { Approvals } from '../ground/documents/approvals.ts'
import { currentDefinition } from '../ground/documents/definition.ts'
import { pathOf } from '../ground/documents/flow.ts'
import { previewSteps } from '../ground/documents/process.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { zonedMoment } from '../ground/zonedMoment.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { LivePublisher } from '../ground/live/live.ts'
import { aplionformApproval, refusal } from './aplionformApproval.ts'
import { applicationsOf, describeHeader, type HeaderRow, pickHeader, readApplication } from './aplionformRows.ts'
import { nextDocumentNumber } from './documentNumber.ts'

const PREFIX = 'PA'
type Body = z.output<typeof aplionformBody>

/** The base that goods are for is one of those in which the caller holds the code of this call. */
async function checkArea(scope: Scope, areaId: number): Promise<void> {
  const found = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!found) throw new CallFailure('error.document.areaUnknown')
}

async function writeLines(scope: Scope, id: number, lines: Body['lines']): Promise<void> {
  if (lines.length === 0) return
  await scope
    .insert(
      'purchase_application_line',
      lines.map((line, at) => ({
        application_id: id,
        position: at,
        product_name: line.productName.trim(),
        specification: line.specification?.trim() || null,
        unit: line.unit.trim(),
        quantity: line.quantity,
        price: line.price,
        remark: line.remark?.trim() || null,
      })),
    )
    .execute()
}

const written = (body: Body) => ({
  area_id: body.areaId,
  title: body.title.trim(),
  needed_by: body.neededBy,
  remark: body.remark?.trim() || null,
})

/** Locks an application that the caller may read and act on, at this version: 404, 403 or 409 otherwise. Answers its status. */
async function hold(scope: Scope, asking: Asking, id: number, version: number): Promise<DocumentStatus> {
  const row = await applicationsOf(scope, asking)
    .select(['purchase_application.audit_status', 'purchase_application.area_id', 'purchase_application.object_version_number'])
    .where('purchase_application.id', '=', id)
    .forUpdate('purchase_application')
    .executeTakeFirst()
  if (!row) throw notFound()
  if (!scope.sees(row.area_id)) throw new CallFailure('error.permission.denied')
  if (row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return row.audit_status as DocumentStatus
}

function allow(status: DocumentStatus, event: DocumentEvent): DocumentStatus {
  const after = documentAfter(status, event)
  if (after == null) throw refusal(status, event)
  return after
}

/** Purchase applications: their own life here, their approval through the engine, both in one transaction. */
export function aplionformHandlers(given: {
  approvals: Approvals
  live: LivePublisher
  clock: () => number
}): Handlers<typeof aplionformCalls> {
  const { approvals, live, clock } = given
  const changed = (asking: Asking, id: number, areaId: number) => live.changed(asking.grant.tenantId, 'aplionform', id, areaId)

  const submit =
    (again: boolean) =>
    async (
      { params, body }: { params: { id: number }; body: { objectVersionNumber: number; picked: Record<string, number[]> } },
      asking: Asking,
    ) => {
      await approvals.changing(asking, async (scope) => {
        await hold(scope, asking, params.id, body.objectVersionNumber)
        return approvals.engine.submit(scope, {
          formCode: 'aplionform',
          documentId: params.id,
          userId: asking.caller.userId,
          picked: body.picked,
          again,
          language: asking.language,
        })
      })
      return asking.inTenant((scope) => readApplication(scope, asking, params.id))
    }

  return {
    page: ({ query }, asking) =>
      asking.inTenant(async (scope) => {
        const zone = asking.grant.timeZone
        let rows = applicationsOf(scope, asking)
        if (query.code?.trim()) rows = rows.where('purchase_application.code', 'ilike', containing(query.code))
        if (query.auditStatus) rows = rows.where('purchase_application.audit_status', '=', query.auditStatus)
        if (query.areaId != null) rows = rows.where('purchase_application.area_id', '=', query.areaId)
        if (query.applicantId != null) rows = rows.where('purchase_application.applicant_id', '=', query.applicantId)
        if (query.applicant?.trim()) {
          const name = containing(query.applicant)
          rows = rows.where(
            sql<boolean>`(purchase_application.applicant_name ilike ${name}
              or exists (select from app_user applicant where applicant.id = purchase_application.applicant_id and applicant.real_name ilike ${name}))`,
          )
        }
        if (query.startDate) rows = rows.where('purchase_application.created_at', '>=', zonedMoment(query.startDate, zone, 'start')!)
        if (query.endDate) rows = rows.where('purchase_application.created_at', '<', zonedMoment(query.endDate, zone, 'end')!)
        const page = await readPage(query, rows, (all) =>
          pickHeader(all as ReturnType<typeof applicationsOf>).orderBy('purchase_application.id', 'desc'),
        )
        return { ...page, content: page.content.map((row) => describeHeader(row as HeaderRow, asking)) }
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => readApplication(scope, asking, params.id)),

    async create({ body }, asking) {
      const made = await asking.inTenant(async (scope) => {
        await checkArea(scope, body.areaId)
        const { realName } = await scope.raw
          .selectFrom('app_user')
          .select('real_name as realName')
          .where('id', '=', asking.caller.userId)
          .executeTakeFirstOrThrow()
        const now = clock()
        const { id } = await scope
          .insert('purchase_application', [
            {
              ...written(body),
              code: await nextDocumentNumber(scope, { prefix: PREFIX, now, zone: asking.grant.timeZone }),
              applicant_id: asking.caller.userId,
              applicant_name: realName,
              created_at: now,
              updated_at: now,
            },
          ])
          .returning('id')
          .executeTakeFirstOrThrow()
        await writeLines(scope, id, body.lines)
        return readApplication(scope, asking, id)
      })
      changed(asking, made.id, made.areaId)
      return made
    },

    async update({ params, body }, asking) {
      const after = await asking.inTenant(async (scope) => {
        allow(await hold(scope, asking, params.id, body.objectVersionNumber), { type: 'document.edit' })
        await checkArea(scope, body.areaId)
        await scope
          .update('purchase_application')
          .set((eb) => ({ ...written(body), updated_at: clock(), object_version_number: eb('object_version_number', '+', 1) }))
          .where('purchase_application.id', '=', params.id)
          .execute()
        await scope.remove('purchase_application_line').where('application_id', '=', params.id).execute()
        await writeLines(scope, params.id, body.lines)
        return readApplication(scope, asking, params.id)
      })
      changed(asking, after.id, after.areaId)
      return after
    },

    async remove({ params, query }, asking) {
      await asking.inTenant(async (scope) => {
        const status = allow(await hold(scope, asking, params.id, query.objectVersionNumber), { type: 'document.delete' })
        // The row stays for the records of its approval, and so that its number is never given again.
        await scope
          .update('purchase_application')
          .set({ audit_status: status, updated_at: clock() })
          .where('purchase_application.id', '=', params.id)
          .execute()
        await approvals.engine.forget(scope, 'aplionform', params.id)
      })
      live.changed(asking.grant.tenantId, 'aplionform', params.id, null)
      return 1 as const
    },

    submit: submit(false),
    resubmit: submit(true),

    async withdraw({ params, body }, asking) {
      await approvals.changing(asking, async (scope) => {
        allow(await hold(scope, asking, params.id, body.objectVersionNumber), { type: 'document.withdraw', byApplicant: true })
        const { id } = await scope
          .select('approval_instance')
          .select('id')
          .where('form_code', '=', 'aplionform')
          .where('third_id', '=', params.id)
          .executeTakeFirstOrThrow()
        return approvals.engine.withdraw(scope, { instanceId: id, userId: asking.caller.userId, comment: null })
      })
      return asking.inTenant((scope) => readApplication(scope, asking, params.id))
    },

    flow: ({ params }, asking) =>
      asking.inTenant(async (scope) => {
        await readApplication(scope, asking, params.id)
        const document = (await aplionformApproval.read(scope, params.id))!
        const definition = await currentDefinition(scope, 'aplionform', clock(), asking.language)
        return previewSteps(scope, pathOf(definition.nodes, document.facts), document, {
          whenNobody: definition.when_nobody,
          whenApplicant: definition.when_applicant,
        })
      }),
  }
}
