import { sql } from 'kysely'
import type { AnyDocument } from '#contract/core/document'
import type { Registry } from '../crud/records.ts'
import { titlesOf } from '../crud/records.ts'
import { columnsOf } from '../crud/rows.ts'
import { besideField } from '../crud/rules.ts'
import { containing } from '../database/containing.ts'
import { readPage } from '../database/page.ts'
import type { Scope } from '../database/scope.ts'
import { CallFailure } from '../failure.ts'
import type { Asking, Handlers } from '../http/handler.ts'
import type { LivePublisher } from '../live/live.ts'
import { zonedMoment } from '../zonedMoment.ts'
import { approvalFormOf } from './approvalForm.ts'
import { allow, hold } from './documentHold.ts'
import type { Approvals } from './approvals.ts'
import { currentDefinition } from './definition.ts'
import { type LineBody, writeLines } from './documentLines.ts'
import { nextDocumentNumber } from './documentNumber.ts'
import { describeHeaders, pickHeaders, readableOf, readDocument, referencesOf } from './documentRows.ts'
import type { DocumentRow, DocumentRules } from './documentRules.ts'
import { previewSteps } from './process.ts'
import { wayOf } from './way.ts'

interface Body extends Readonly<Record<string, unknown>> {
  readonly areaId: number
  readonly title: string
  readonly sourceId: number | null
  readonly remark: string | null
  readonly lines: readonly LineBody[]
}
interface Request {
  readonly params: { readonly id: number }
  readonly query: {
    readonly page: number
    readonly size: number
    readonly code?: string
    readonly auditStatus?: string
    readonly areaId?: number
    readonly applicantId?: number
    readonly applicant?: string
    readonly startDate?: string
    readonly endDate?: string
    readonly objectVersionNumber: number
    readonly [field: string]: unknown
  }
  readonly body: Body & { readonly objectVersionNumber: number; readonly picked: Record<string, number[]> }
}

/** The calls of a declared kind of document: its own life here, its approval through the engine, both in one transaction. */
export function documentHandlers<D extends AnyDocument>(
  given: DocumentRules<D>,
  services: { approvals: Approvals; live: LivePublisher; clock: () => number; registry: Registry },
): Handlers<D['calls']> {
  const rules = given as unknown as DocumentRules
  const { of } = rules
  const { approvals, live, clock, registry } = services
  const form = approvalFormOf(rules)
  const tell = (asking: Asking, id: number, areaId: number | null) => live.changed(asking.grant.tenantId, of.name, id, areaId)
  const read = (scope: Scope, asking: Asking, id: number) => readDocument(scope, asking, of, registry, id)

  /** The base is one in which the caller holds the code of this call; every reference points at a record that the caller sees. */
  async function checkReferences(scope: Scope, asking: Asking, { lines, ...header }: Body): Promise<void> {
    const found = await scope.select('area').select('area.id').where('area.id', '=', header.areaId).executeTakeFirst()
    if (!found) throw new CallFailure('error.document.areaUnknown')
    const unknown = (field: string) => besideField(asking, 'error.record.unknown', field, 'unknown')
    for (const { name, rules: target } of referencesOf(of.header, registry)) {
      const id = header[name as keyof typeof header] as number | null
      if (id != null && (await titlesOf(scope, target, [id])).size === 0) throw unknown(name)
    }
    for (const { name, rules: target } of referencesOf(of.line, registry)) {
      const ids = new Set(lines.map((line) => line[name] as number | null).filter((id) => id != null))
      const known = await titlesOf(scope, target, [...ids])
      const at = lines.findIndex((line) => line[name] != null && !known.has(line[name] as number))
      if (at >= 0) throw unknown(`lines.${at}.${name}`)
    }
  }
  async function prepare(scope: Scope, asking: Asking, given: Body, old: DocumentRow | null): Promise<Body> {
    await checkReferences(scope, asking, given)
    return (await rules.beforeSave({ scope, asking, body: given, old, now: clock() })) as Body
  }
  const headerColumns = ({ areaId, title, remark, sourceId, ...body }: Body) => ({
    ...columnsOf(of.header, Object.fromEntries(Object.keys(of.header).map((name) => [name, body[name]]))),
    area_id: areaId,
    source_id: sourceId,
    title: title.trim(),
    remark: remark?.trim() || null,
  })

  const submit =
    (again: boolean) =>
    async ({ params, body }: Request, asking: Asking) => {
      await approvals.changing(asking, async (scope) => {
        await hold(scope, asking, of, params.id, body.objectVersionNumber)
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
    page: ({ query }: Request, asking: Asking) =>
      asking.inTenant(async (scope) => {
        const zone = asking.grant.timeZone
        let rows = readableOf(scope, of, asking)
        if (query.code?.trim()) rows = rows.where('document.code', 'ilike', containing(query.code))
        if (query.auditStatus) rows = rows.where('document.audit_status', '=', query.auditStatus)
        if (query.areaId != null) rows = rows.where('document.area_id', '=', query.areaId)
        if (query.applicantId != null) rows = rows.where('document.applicant_id', '=', query.applicantId)
        if (query.applicant?.trim()) {
          const name = containing(query.applicant)
          rows = rows.where(
            sql<boolean>`(document.applicant_name ilike ${name}
              or exists (select from app_user applicant where applicant.id = document.applicant_id and applicant.real_name ilike ${name}))`,
          )
        }
        if (query.startDate) rows = rows.where('document.created_at', '>=', zonedMoment(query.startDate, zone, 'start')!)
        if (query.endDate) rows = rows.where('document.created_at', '<', zonedMoment(query.endDate, zone, 'end')!)
        for (const [column, value] of Object.entries(columnsOf({}, Object.fromEntries(of.filterable.map((name) => [name, query[name]]))))) {
          if (value === undefined) continue
          const isText =
            typeof value === 'string' && of.header[of.filterable.find((name) => column in columnsOf({}, { [name]: 0 }))!]?.kind === 'text'
          rows = rows.where(sql.ref(`document.${column}`), isText ? 'ilike' : '=', isText ? containing(value) : value)
        }
        const page = await readPage(
          query,
          rows,
          (all) => pickHeaders(all as typeof rows, of).orderBy('document.id' as never, 'desc') as never,
        )
        return { ...page, content: await describeHeaders(scope, asking, of, registry, page.content as never) }
      }),

    get: ({ params }: Request, asking: Asking) => asking.inTenant((scope) => read(scope, asking, params.id)),

    async create({ body }: Request, asking: Asking) {
      const made = await asking.inTenant(async (scope) => {
        const prepared = await prepare(scope, asking, body, null)
        const { realName } = await scope.raw
          .selectFrom('app_user')
          .select('real_name as realName')
          .where('id', '=', asking.caller.userId)
          .executeTakeFirstOrThrow()
        const now = clock()
        const { id } = await scope
          .insert('document', [
            {
              ...headerColumns(prepared),
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
        await scope
          .update('document')
          .set((eb) => ({
            ...headerColumns(prepared),
            updated_at: clock(),
            object_version_number: eb('object_version_number', '+', 1),
          }))
          .where('document.id', '=', params.id)
          .execute()
        await writeLines(scope, of, params.id, prepared.lines)
        return { old: row, after: await read(scope, asking, params.id) }
      })
      tell(asking, after.id, after.areaId)
      if (old.area_id !== after.areaId) tell(asking, after.id, old.area_id)
      return after
    },

    async remove({ params, query }: Request, asking: Asking) {
      await asking.inTenant(async (scope) => {
        const status = allow(await hold(scope, asking, of, params.id, query.objectVersionNumber), { type: 'document.delete' })
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
  }
  return handlers as unknown as Handlers<D['calls']>
}
