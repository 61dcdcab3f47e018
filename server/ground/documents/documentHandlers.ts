import type { AnyDocument } from '#contract/core/document'
import { columnsOf } from '../crud/rows.ts'
import type { Scope } from '../database/scope.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import { approvalFormOf } from './approvalForm.ts'
import { type KeptAttachment, sayAttachments, takeAttachments } from './attachments.ts'
import { allow, hold } from './documentHold.ts'
import { listDocuments, type ListQuery } from './documentList.ts'
import { currentDefinition } from '../approvals/definition.ts'
import { type LineBody, writeLines } from './documentLines.ts'
import { nextDocumentNumber } from './documentNumber.ts'
import { checkReferences } from './documentReferences.ts'
import { readDocument } from './documentRows.ts'
import type { DocumentRow, DocumentRules } from './documentRules.ts'
import { documentSheets } from './documentSheets.ts'
import { lineSheets } from './lineSheets.ts'
import { previewSteps } from '../approvals/process.ts'
import type { DocumentServices } from './services.ts'
import { wayOf } from '../approvals/way.ts'

interface Body extends Readonly<Record<string, unknown>> {
  readonly areaId: number
  readonly title: string
  readonly sourceId: number | null
  readonly remark: string | null
  readonly attachments: readonly string[]
  readonly lines: readonly LineBody[]
}
interface Request {
  readonly params: { readonly id: number }
  readonly query: ListQuery & {
    readonly page: number
    readonly size: number
    readonly objectVersionNumber: number
  }
  readonly body: Body & { readonly objectVersionNumber: number; readonly picked: Record<string, number[]> }
}

/** The calls of a declared kind of document: its own life here, its approval through the engine, both in one transaction. */
export function documentHandlers<D extends AnyDocument>(given: DocumentRules<D>, services: DocumentServices): Handlers<D['calls']> {
  const rules = given as unknown as DocumentRules
  const { of } = rules
  const { approvals, live, clock, registry, files } = services
  const { mayRead } = files
  const form = approvalFormOf(rules)
  const tell = (asking: Asking, id: number, areaId: number | null) => live.changed(asking.grant.tenantId, of.name, id, areaId)
  const read = (scope: Scope, asking: Asking, id: number) => readDocument(scope, asking, of, registry, id)

  async function prepare(scope: Scope, asking: Asking, given: Body, old: DocumentRow | null): Promise<Body> {
    await checkReferences(scope, asking, { of, registry }, given)
    return (await rules.beforeSave({ scope, asking, body: given, old, now: clock() })) as Body
  }
  const headerColumns = ({ areaId, title, remark, sourceId, ...body }: Body, attachments: readonly KeptAttachment[]) => ({
    ...columnsOf(of.header, Object.fromEntries(Object.keys(of.header).map((name) => [name, body[name]]))),
    area_id: areaId,
    source_id: sourceId,
    title: title.trim(),
    remark: remark?.trim() || null,
    attachments: JSON.stringify(attachments) as never,
  })

  const submit =
    (again: boolean) =>
    async ({ params, body }: Request, asking: Asking) => {
      await approvals.changing(asking, async (scope) => {
        const document = await hold(scope, asking, of, params.id, body.objectVersionNumber)
        await rules.beforeSubmit({ scope, asking, document })
        return approvals.engine.submit(scope, {
          formCode: of.name,
          documentId: params.id,
          userId: asking.caller.userId,
          picked: body.picked,
          again,
          language: asking.language,
        })
      })
      return asking.inTenant((scope) => read(scope, asking, params.id))
    }

  const handlers = {
    page: ({ query }: Request, asking: Asking) => asking.inTenant((scope) => listDocuments(scope, asking, { of, registry }, query)),

    get: ({ params }: Request, asking: Asking) => asking.inTenant((scope) => read(scope, asking, params.id)),

    async create({ body }: Request, asking: Asking) {
      const made = await asking.inTenant(async (scope) => {
        const prepared = await prepare(scope, asking, body, null)
        const attachments = await takeAttachments(scope, asking, { given: body.attachments, before: [], mayRead })
        const { realName } = await scope.raw
          .selectFrom('app_user')
          .select('real_name as realName')
          .where('id', '=', asking.caller.userId)
          .executeTakeFirstOrThrow()
        const now = clock()
        const { id } = await scope
          .insert('document', [
            {
              ...headerColumns(prepared, attachments),
              form_code: of.name,
              code: await nextDocumentNumber(scope, { prefix: (await rules.typeIn(scope)).prefix, now, zone: asking.grant.timeZone }),
              applicant_id: asking.caller.userId,
              applicant_name: realName,
              created_at: now,
              updated_at: now,
            },
          ])
          .returning('id')
          .executeTakeFirstOrThrow()
        await sayAttachments(scope, id, attachments, [])
        await writeLines(scope, of, id, prepared.lines)
        return read(scope, asking, id)
      })
      tell(asking, made.id, made.areaId)
      return made
    },

    async update({ params, body: { objectVersionNumber, ...body } }: Request, asking: Asking) {
      const { old, after } = await asking.inTenant(async (scope) => {
        const row = await hold(scope, asking, of, params.id, objectVersionNumber)
        allow(row, { type: 'document.edit' })
        const prepared = await prepare(scope, asking, body as Body, row)
        const attachments = await takeAttachments(scope, asking, { given: body.attachments, before: row.attachments, mayRead })
        await scope
          .update('document')
          .set((eb) => ({
            ...headerColumns(prepared, attachments),
            updated_at: clock(),
            object_version_number: eb('object_version_number', '+', 1),
          }))
          .where('document.id', '=', params.id)
          .execute()
        await sayAttachments(scope, params.id, attachments, row.attachments)
        await writeLines(scope, of, params.id, prepared.lines)
        return { old: row, after: await read(scope, asking, params.id) }
      })
      tell(asking, after.id, after.areaId)
      if (old.area_id !== after.areaId) tell(asking, after.id, old.area_id)
      return after
    },

    async remove({ params, query }: Request, asking: Asking) {
      await asking.inTenant(async (scope) => {
        const row = await hold(scope, asking, of, params.id, query.objectVersionNumber)
        const status = allow(row, { type: 'document.delete' })
        await sayAttachments(scope, params.id, [], row.attachments)
        // The row stays for the records of its approval, and so that its number is never given again.
        await scope.update('document').set({ audit_status: status, updated_at: clock() }).where('document.id', '=', params.id).execute()
        await approvals.engine.forget(scope, of.name, params.id)
      })
      tell(asking, params.id, null)
      return 1 as const
    },

    submit: submit(false),
    resubmit: submit(true),

    async withdraw({ params, body }: Request, asking: Asking) {
      await approvals.changing(asking, async (scope) => {
        allow(await hold(scope, asking, of, params.id, body.objectVersionNumber), { type: 'document.withdraw', byApplicant: true })
        const { id } = await scope
          .select('approval_instance')
          .select('id')
          .where('form_code', '=', of.name)
          .where('third_id', '=', params.id)
          .executeTakeFirstOrThrow()
        return approvals.engine.withdraw(scope, { instanceId: id, userId: asking.caller.userId, comment: null })
      })
      return asking.inTenant((scope) => read(scope, asking, params.id))
    },

    flow: ({ params }: Request, asking: Asking) =>
      asking.inTenant(async (scope) => {
        await read(scope, asking, params.id)
        const document = (await form.read(scope, params.id))!
        const definition = await currentDefinition(scope, of.name, clock(), asking.language)
        const { path } = await wayOf(scope, form, definition.nodes, document)
        return previewSteps(scope, path, document, {
          whenNobody: definition.when_nobody,
          whenApplicant: definition.when_applicant,
        })
      }),

    ...documentSheets(of, services),
    ...lineSheets(of, services, prepare),
  }
  return handlers as unknown as Handlers<D['calls']>
}
