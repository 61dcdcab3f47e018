import { type Transaction, sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type Invitation, INVITATION_DAYS } from '#contract/organization/invitation'
import type { GivenRole } from '#contract/organization/user'
import type { Database } from '../../ground/database/schema.ts'
import { scopeOf } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { messageTo, post } from '../../ground/outbox/parcel.ts'
import type { Services } from '../../ground/services.ts'
import { lockRights } from '../rights.ts'
import { giveRoles, mustBeGiveable } from './give.ts'

const DAY_MS = 86_400_000
/** Of one enterprise in a day: nobody is to try out who has an account, nor to be pestered. */
const OF_TENANT_A_DAY = 100

const rowsOf = async (
  raw: Transaction<Database>,
  tenantId: number,
  now: number,
  at: { offset: number; limit: number | null } | { id: number },
) =>
  (
    await sql<Invitation>`
      select i.id as "invitationId", i.asked, case when i.state = 'open' and i.expires_at <= ${now} then 'expired' else i.state end as state,
        case when i.state = 'accepted' then u.real_name end as "realName", maker.real_name as "invitedBy", i.made_at as "madeAt", i.expires_at as "expiresAt"
      from user_invitation i left join app_user u on u.id = i.user_id join app_user maker on maker.id = i.invited_by
      where i.tenant_id = ${tenantId} and ${'id' in at ? sql`i.id = ${at.id}` : sql`true`}
      order by i.made_at desc, i.id desc ${'id' in at ? sql`` : sql`limit ${at.limit} offset ${at.offset}`}`.execute(raw)
  ).rows

/** An account that may sign in, by whatever it is known by; nobody twice, nobody's guess. */
async function accountOf(raw: Transaction<Database>, asked: string, demo: boolean): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from app_user where enabled and (not demo or ${demo})
    and (login_name = ${asked} or phone = ${asked} or lower(email) = lower(${asked})) limit 2`.execute(raw)
  return rows.length === 1 ? rows[0]!.id : null
}

/** Invitations of people who have an account already: they become members of a second enterprise by their own word alone. */
export function invitationHandlers({
  serviceDb,
  clock,
  live,
  gate,
  config: { demo },
}: Pick<Services, 'serviceDb' | 'clock' | 'live' | 'gate' | 'config'>): Handlers<CallGroups['invitation']> {
  return {
    page: ({ query: { page, size } }, { grant: { tenantId }, inOwnName }) =>
      inOwnName(serviceDb, async (raw) => {
        const { rows } = await sql<{
          total: number
        }>`select count(*)::int as total from user_invitation where tenant_id = ${tenantId}`.execute(raw)
        const limit = size === 0 ? null : size
        const content = await rowsOf(raw, tenantId, clock(), { limit, offset: limit === null ? 0 : (page - 1) * limit })
        return { content, number: page, size, totalElements: rows[0]!.total }
      }),

    async invite({ body }, { grant, caller, language, inOwnName }) {
      const { tenantId } = grant
      const asked = body.asked.trim()
      const made = await inOwnName(serviceDb, async (raw) => {
        const scope = scopeOf(raw, tenantId, grant.areas)
        await lockRights(raw, tenantId)
        await mustBeGiveable(scope, caller.userId, body.roles, language)
        const now = clock()
        const { rows } = await sql<{ lately: number }>`select count(*)::int as lately from user_invitation
          where tenant_id = ${tenantId} and made_at > ${now - DAY_MS}`.execute(raw)
        if (rows[0]!.lately >= OF_TENANT_A_DAY) throw new CallFailure('error.busy')
        // What was typed twice is asked once.
        await sql`update user_invitation set state = 'withdrawn', ended_at = ${now}
          where tenant_id = ${tenantId} and state = 'open' and lower(asked) = lower(${asked})`.execute(raw)
        const userId = await accountOf(raw, asked, demo)
        const { id } = await raw
          .insertInto('user_invitation')
          .values({
            tenant_id: tenantId,
            asked,
            user_id: userId,
            roles: JSON.stringify(body.roles),
            invited_by: caller.userId,
            made_at: now,
            expires_at: now + INVITATION_DAYS * DAY_MS,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (userId !== null) await tell(raw, { tenantId, userId, invitationId: id, by: caller.userId, now })
        return (await rowsOf(raw, tenantId, now, { id }))[0]!
      })
      live.changed(tenantId, 'role', null, null)
      return made
    },

    async withdraw({ body: { invitationId } }, { grant: { tenantId }, inOwnName }) {
      const ended = await inOwnName(serviceDb, (raw) =>
        raw
          .updateTable('user_invitation')
          .set({ state: 'withdrawn', ended_at: clock() })
          .where('id', '=', invitationId)
          .where('tenant_id', '=', tenantId)
          .where('state', '=', 'open')
          .returning('id')
          .executeTakeFirst(),
      )
      if (!ended) throw notFound()
      live.changed(tenantId, 'role', null, null)
      return 1
    },

    received: async (_, { caller, inOwnName }) =>
      inOwnName(serviceDb, async (raw) => {
        const { rows } = await sql<{ invitationId: number; tenantName: string; invitedBy: string; madeAt: number; expiresAt: number }>`
          select i.id as "invitationId", t.name as "tenantName", maker.real_name as "invitedBy", i.made_at as "madeAt", i.expires_at as "expiresAt"
          from user_invitation i join tenant t on t.id = i.tenant_id join app_user maker on maker.id = i.invited_by
          where i.user_id = ${caller.userId} and i.state = 'open' and i.expires_at > ${clock()}
            and not exists (select from membership m where m.tenant_id = i.tenant_id and m.user_id = i.user_id)
          order by i.made_at desc limit 200`.execute(raw)
        return rows
      }),

    async answer({ body: { invitationId, accept } }, { caller, language, inOwnName }) {
      const tenantId = await inOwnName(serviceDb, async (raw) => {
        const now = clock()
        const found = await raw
          .updateTable('user_invitation')
          .set({ state: accept ? 'accepted' : 'refused', ended_at: now })
          .where('id', '=', invitationId)
          .where('user_id', '=', caller.userId)
          .where('state', '=', 'open')
          .where('expires_at', '>', now)
          .returning(['tenant_id as tenantId', 'invited_by as maker', 'roles'])
          .executeTakeFirst()
        if (!found) throw notFound()
        if (!accept) return found.tenantId
        await lockRights(raw, found.tenantId)
        const scope = scopeOf(raw, found.tenantId, null)
        const joined = await scope
          .insert('membership', [{ user_id: caller.userId }])
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .execute()
        if (joined.length > 0) for (const role of found.roles) await giveWhereStillMay(role)
        return found.tenantId

        /** What its sender may not give any more, or is there no more, is left out. */
        async function giveWhereStillMay(role: GivenRole): Promise<void> {
          try {
            await giveRoles(scope, caller.userId, await mustBeGiveable(scope, found!.maker, [role], language))
          } catch (cause) {
            if (!(cause instanceof CallFailure)) throw cause
          }
        }
      })
      // The next call of who accepted is one of a member: the notice of the database may come a moment later.
      gate.forget('user', String(caller.userId))
      live.changed(tenantId, 'role', null, null)
      return { tenantId }
    },
  }

  /** A message in the notice centre of each enterprise that they work in; who is of here already is not asked. */
  async function tell(
    raw: Transaction<Database>,
    { tenantId, userId, invitationId, by, now }: { tenantId: number; userId: number; invitationId: number; by: number; now: number },
  ): Promise<void> {
    const { rows } = await sql<{ at: number; here: boolean; tenantName: string; maker: string }>`
      select m.tenant_id as at, m.tenant_id = ${tenantId} as here, t.name as "tenantName", maker.real_name as maker
      from membership m join tenant t on t.id = ${tenantId} join app_user maker on maker.id = ${by} where m.user_id = ${userId}`.execute(
      raw,
    )
    if (rows.some(({ here }) => here)) return
    await post(
      raw,
      rows.map(({ at, tenantName, maker }) =>
        messageTo(
          { tenantId: at, userId },
          {
            subject: 'organization:user.invited.subject',
            content: 'organization:user.invited.content',
            params: { tenantName, maker },
            link: '/web/user?key=info',
            key: `invitation:${invitationId}`,
          },
        ),
      ),
      now,
    )
  }
}
