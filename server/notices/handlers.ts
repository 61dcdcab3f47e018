import type { Selectable } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { NOTICE, type Severity } from '#contract/notices/message'
import { readPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import type { Scope } from '../ground/database/scope.ts'
import { notFound } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { post, unreadOf } from '../ground/outbox/parcel.ts'
import { type Language, say } from '../ground/words.ts'
import { noteRead } from './noteRead.ts'
import { countUnread } from '../ground/messages/unread.ts'

/** The caller's own messages: row security knows the tenant, this knows the reader. */
const ownMessages = (scope: Scope, userId: number) => scope.select('user_message').where('user_message.user_id', '=', userId)

const describe = (row: Selectable<Database['user_message']>, language: Language) => ({
  userMessageId: row.id,
  subject: say(language, row.subject_key, row.params),
  content: say(language, row.content_key, row.params),
  createdAt: row.created_at,
  readFlag: row.read_flag,
  severity: row.severity as Severity,
  link: row.link,
})

export function messageHandlers({ clock }: { clock: () => number }): Handlers<CallGroups['message']> {
  return {
    count: (_, { inTenant, caller }) => inTenant(({ raw, tenantId }) => countUnread(raw, tenantId, caller.userId)),

    page: ({ query }, { inTenant, caller, language }) =>
      inTenant(async (scope) => {
        let rows = ownMessages(scope, caller.userId)
        if (query.readFlag != null) rows = rows.where('user_message.read_flag', '=', query.readFlag)
        if (query.userMessageTypeCode)
          rows = rows.where('user_message.kind', '=', query.userMessageTypeCode === NOTICE ? 'notify' : query.userMessageTypeCode)
        const page = await readPage(query, rows, (all) => all.selectAll('user_message').orderBy('user_message.id', 'desc'))
        const asked = query.withContent === 0 ? { content: undefined } : {}
        return { ...page, content: page.content.map((row) => ({ ...describe(row, language), ...asked })) }
      }),

    get: ({ params }, { inTenant, caller, language }) =>
      inTenant(async (scope) => {
        const row = await ownMessages(scope, caller.userId)
          .selectAll('user_message')
          .where('user_message.id', '=', params.id)
          .executeTakeFirst()
        if (!row) throw notFound()
        return describe(row, language)
      }),

    markRead: ({ body }, { inTenant, caller }) =>
      inTenant(async (scope) => {
        const changed = await (body.readAll === 2
          ? noteRead(scope, { userId: caller.userId, noticeId: 'all', at: clock() })
          : readMessages(scope, caller.userId, body.readAll == null ? (body.ids ?? []) : 'all'))
        if (changed > 0) await post(scope.raw, [unreadOf(scope.tenantId, caller.userId)], clock())
        return changed
      }),
  }
}

async function readMessages(scope: Scope, userId: number, which: readonly number[] | 'all'): Promise<number> {
  let rows = scope
    .update('user_message')
    .set({ read_flag: 1 })
    .where('user_message.user_id', '=', userId)
    .where('user_message.read_flag', '=', 0)
  if (which !== 'all') rows = rows.where('user_message.id', 'in', which.length > 0 ? which : [0])
  const { numUpdatedRows } = await rows.executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
