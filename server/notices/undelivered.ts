import type { CallGroups } from '#contract/calls'
import type { Severity } from '#contract/notices/message'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { post } from '../ground/outbox/parcel.ts'
import { type Language, say } from '../ground/words.ts'

interface Body {
  readonly subject?: string
  readonly message?: string | null
  readonly params?: Readonly<Record<string, string | number>>
}

/** What it would have said, as far as there are words for it. */
function subjectOf(language: Language, kind: string, body: Body): string {
  const name = say(language, `notices:undelivered.kind.${kind}`)
  const key = body.subject ?? (body.message == null ? null : `approvals:message.${body.message}.subject`)
  const subject = key == null ? '' : say(language, key, body.params)
  return subject === '' || subject === key ? name : say(language, 'notices:undelivered.what', { kind: name, subject })
}

/** The dead letters of a tenant: seen, tried again or dropped by its administrator. */
export function undeliveredHandlers({ clock }: { clock: () => number }): Handlers<CallGroups['undelivered']> {
  const tellChange = ({ raw, tenantId }: Scope, id: number) =>
    post(raw, [{ kind: 'changed', tenantId, body: { name: 'undelivered', id, areaId: null } }], clock())
  return {
    page: ({ query }, { inTenant, language }) =>
      inTenant(async (scope) => {
        const rows = scope.select('outbox').leftJoin('app_user', 'app_user.id', 'outbox.user_id').where('outbox.dead_at', 'is not', null)
        const page = await readPage(query, rows, (all) => all.selectAll('outbox').select('app_user.real_name').orderBy('outbox.id', 'desc'))
        return {
          ...page,
          content: page.content.map((row) => ({
            undeliveredId: row.id,
            kind: row.kind,
            what: subjectOf(language, row.kind, row.body as Body),
            to: row.real_name,
            reason: say(language, `notices:undelivered.cause.${row.cause ?? 'unforeseen'}`),
            error: row.error ?? '',
            severity: row.severity as Severity,
            link: row.link,
            attempts: row.attempts,
            createdAt: row.created_at,
            givenUpAt: row.dead_at!,
          })),
        }
      }),
    retry: ({ params }, { inTenant }) =>
      inTenant(async (scope) => {
        const { numUpdatedRows } = await scope
          .update('outbox')
          .set({ dead_at: null, attempts: 0, due_at: 0 })
          .where('outbox.id', '=', params.id)
          .where('outbox.dead_at', 'is not', null)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw notFound()
        await tellChange(scope, params.id)
        return true as const
      }),
    remove: ({ params }, { inTenant }) =>
      inTenant(async (scope) => {
        const { numDeletedRows } = await scope
          .remove('outbox')
          .where('outbox.id', '=', params.id)
          .where('outbox.dead_at', 'is not', null)
          .executeTakeFirstOrThrow()
        if (numDeletedRows === 0n) throw notFound()
        await tellChange(scope, params.id)
        return 1 as const
      }),
  }
}
