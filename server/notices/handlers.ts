import type { Selectable } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { readPage } from '../database/page.ts'
import type { Database } from '../database/schema.ts'
import type { Scope } from '../database/scope.ts'
import { notFound } from '../failure.ts'
import type { Handlers, Language } from '../http/handler.ts'
import type { LivePublisher } from '../live/live.ts'
import { say } from '../words.ts'
import { countUnread } from './notify.ts'

/** The caller's own messages: row security knows the tenant, this knows the reader. */
const ownMessages = (scope: Scope, userId: number) => scope.select('user_message').where('user_message.user_id', '=', userId)

const describe = (row: Selectable<Database['user_message']>, language: Language) => ({
  userMessageId: row.id,
  subject: say(language, row.subject_key, row.params),
  content: say(language, row.content_key, row.params),
  createdAt: row.created_at,
  readFlag: row.read_flag,
})

export function messageHandlers(given: { live: LivePublisher }): Handlers<CallGroups['message']> {
  return {
    count: (_, { inTenant, caller }) => inTenant(({ raw, tenantId }) => countUnread(raw, tenantId, caller.userId)),

    page: ({ query }, { inTenant, caller, language }) =>
      inTenant(async (scope) => {
        let rows = ownMessages(scope, caller.userId)
        if (query.readFlag != null) rows = rows.where('user_message.read_flag', '=', query.readFlag)
        if (query.userMessageTypeCode)
          rows = rows.where('user_message.kind', '=', query.userMessageTypeCode === 'ANNOUNCE' ? 'announce' : 'notify')
        const page = await readPage(query, rows, (all) => all.selectAll('user_message').orderBy('user_message.id', 'desc'))
        return { ...page, content: page.content.map((row) => describe(row, language)) }
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

    async markRead({ body }, { inTenant, caller, grant }) {
      const { changed, counts } = await inTenant(async (scope) => {
        let rows = scope
          .update('user_message')
          .set({ read_flag: 1 })
          .where('user_message.user_id', '=', caller.userId)
          .where('user_message.read_flag', '=', 0)
        if (body.readAll != null) rows = rows.where('user_message.kind', '=', body.readAll === 2 ? 'announce' : 'notify')
        else rows = rows.where('user_message.id', 'in', body.ids?.length ? body.ids : [0])
        const { numUpdatedRows } = await rows.executeTakeFirstOrThrow()
        return { changed: Number(numUpdatedRows), counts: await countUnread(scope.raw, scope.tenantId, caller.userId) }
      })
      if (changed > 0) given.live.unread(caller.userId, grant.tenantId, counts)
      return changed
    },
  }
}
