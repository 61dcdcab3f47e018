import type { CallGroups } from '#contract/calls'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { readPage } from '../ground/database/page.ts'
import { containing } from '../ground/database/containing.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { type InquiryAct, INQUIRY_MESSAGES_MOST, type InquiryInfo, type InquiryState } from '#contract/agriculture/inquiry'
import { inquiryAfter } from '#machines/agriculture/inquiry'
import { addMessage, authorOf } from './inquiryMessage.ts'
import { openInquiry } from './inquiryOpen.ts'
import { describeInquiries, findInquiry, type InquiryRow, personOf, readInquiry } from './inquiryRows.ts'
import { expertsIn, readersOfQuestion, tellOf } from './inquiryTell.ts'

const reopened = { closed_at: null, closed_by: null, close_reason: null } as const

/** Where an act of the caller leads an inquiry; throws CallFailure where it is refused. */
function after(asking: Asking, row: InquiryRow, act: InquiryAct): InquiryState {
  const state = inquiryAfter(row.state as InquiryState, act, personOf(asking, row))
  if (state !== null) return state
  throw new CallFailure(row.state === 'closed' ? 'error.inquiry.closed' : 'error.inquiry.notYours')
}

/** Questions to experts, their answers and how they end. */
export function inquiryHandlers({ clock, live, files }: Context): HandlersOf<'agriculture'>['inquiry'] {
  /** Does something to an inquiry that is held meanwhile; answers it as it is then. */
  async function held(asking: Asking, id: number, work: (scope: Scope, row: InquiryRow) => Promise<void>): Promise<InquiryInfo> {
    const info = await asking.inTenant(async (scope) => {
      await work(scope, await findInquiry(scope, id, { lock: true }))
      return readInquiry(scope, asking, id)
    })
    live.changed(asking.grant.tenantId, 'inquiry', id, info.areaId)
    return info
  }
  const acts: Pick<Handlers<CallGroups['inquiry']>, 'say' | 'accept' | 'close'> = {
    say: ({ params, body }, asking) =>
      held(asking, params.id, async (scope, row) => {
        const isQuestion = personOf(asking, row).isAsker
        const state = after(asking, row, isQuestion ? 'ask' : 'answer')
        const { said } = await scope
          .select('inquiry_message')
          .select(({ fn }) => fn.countAll<number>().as('said'))
          .where('inquiry_message.inquiry_id', '=', row.id)
          .executeTakeFirstOrThrow()
        if (said >= INQUIRY_MESSAGES_MOST) throw new CallFailure('error.inquiry.most', { max: INQUIRY_MESSAGES_MOST })
        const at = clock()
        const by = await addMessage(scope, asking, {
          of: row,
          kind: isQuestion ? 'question' : 'answer',
          said: body,
          at,
          mayRead: files.mayRead,
        })
        await scope
          .update('inquiry')
          .set({ state, last_at: at, answers: row.answers + (isQuestion ? 0 : 1), ...(isQuestion ? reopened : {}) })
          .where('inquiry.id', '=', row.id)
          .execute()
        const news = isQuestion
          ? { what: 'askedOn' as const, readers: await readersOfQuestion(scope, row) }
          : { what: 'answered' as const, readers: [row.asker_id] }
        await tellOf(scope, row, { ...news, by, at })
      }),

    accept: ({ params, body }, asking) =>
      held(asking, params.id, async (scope, row) => {
        const state = after(asking, row, 'accept')
        const taken = await scope
          .select('inquiry_message')
          .select('inquiry_message.author_id')
          .where('inquiry_message.id', '=', body.messageId)
          .where('inquiry_message.inquiry_id', '=', row.id)
          .where('inquiry_message.kind', '=', 'answer')
          .executeTakeFirst()
        if (!taken) throw new CallFailure('error.inquiry.noAnswer')
        const [at, by] = [clock(), await authorOf(scope, asking)]
        await scope
          .update('inquiry')
          .set({ state, accepted_id: body.messageId, closed_at: at, closed_by: by.name })
          .where('inquiry.id', '=', row.id)
          .execute()
        await tellOf(scope, row, { what: 'accepted', readers: [taken.author_id], by, at })
      }),

    close: ({ params, body }, asking) =>
      held(asking, params.id, async (scope, row) => {
        const state = after(asking, row, 'close')
        const [at, by] = [clock(), await authorOf(scope, asking)]
        await scope
          .update('inquiry')
          .set({ state, closed_at: at, closed_by: by.name, close_reason: body.reason?.trim() || null })
          .where('inquiry.id', '=', row.id)
          .execute()
        await tellOf(scope, row, { what: 'closed', readers: [row.asker_id], by, at })
      }),
  }
  return {
    ...acts,

    page: ({ query }, { inTenant, caller }) =>
      inTenant(async (scope) => {
        let rows = scope.select('inquiry')
        if (query.areaId !== undefined) rows = rows.where('inquiry.area_id', '=', query.areaId)
        if (query.state !== undefined) rows = rows.where('inquiry.state', '=', query.state)
        if (query.whose === 'mine') rows = rows.where('inquiry.asker_id', '=', caller.userId)
        if (query.whose === 'toMe')
          rows = rows.where((where) =>
            where.exists(
              where
                .selectFrom('inquiry_expert')
                .select('inquiry_expert.user_id')
                .whereRef('inquiry_expert.inquiry_id', '=', 'inquiry.id')
                .where('inquiry_expert.user_id', '=', caller.userId),
            ),
          )
        const { search } = query
        if (search?.trim())
          rows = rows.where((where) =>
            where.or([
              where('inquiry.title', '~', containing(search)),
              where.exists(
                where
                  .selectFrom('inquiry_message')
                  .select('inquiry_message.id')
                  .whereRef('inquiry_message.inquiry_id', '=', 'inquiry.id')
                  .where('inquiry_message.content', '~', containing(search)),
              ),
            ]),
          )
        const page = await readPage(query, rows, (all) =>
          all.selectAll('inquiry').orderBy('inquiry.last_at', 'desc').orderBy('inquiry.id', 'desc'),
        )
        return { ...page, content: await describeInquiries(scope, page.content) }
      }),

    experts: ({ query }, { inTenant, caller }) =>
      inTenant(async (scope) => {
        const area = await scope.select('area').select('area.id').where('area.id', '=', query.areaId).executeTakeFirst()
        if (!area) return []
        const experts = await expertsIn(scope, query.areaId)
        return experts.flatMap(({ id: userId, name }) => (userId === caller.userId ? [] : [{ userId, name }]))
      }),

    get: ({ params }, asking) => asking.inTenant((scope) => readInquiry(scope, asking, params.id)),

    async create({ body }, asking) {
      const info = await asking.inTenant(async (scope) => {
        const id = await openInquiry(scope, asking, body, { at: clock(), mayRead: files.mayRead })
        return readInquiry(scope, asking, id)
      })
      live.changed(asking.grant.tenantId, 'inquiry', info.inquiryId, info.areaId)
      return info
    },
  }
}
