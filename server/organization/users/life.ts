import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { type Scope, scopeOf } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { keepingAdministrator, lockRights } from '../rights.ts'
import { mustBeUntaken } from './accounts.ts'
import { giveRoles, memberOf, mustBeGiveable, mustOutrank, notYourself } from './give.ts'
import { linkPost, makeLink } from './links.ts'

type Parts = Pick<Services, 'serviceDb' | 'config' | 'log' | 'clock' | 'live'>

const tenantNameOf = async ({ raw, tenantId }: Scope) =>
  (await raw.selectFrom('tenant').select('name').where('id', '=', tenantId).executeTakeFirstOrThrow()).name

/**
 * The accounts of a tenant's people: made, mended, ended here, begun again, given another password by who has them. An account may be of
 * several enterprises, so the service role does it; one change of a tenant's rights at a time, each by what stands then.
 */
export function userLifeHandlers({ serviceDb, config, log, clock, live }: Parts): Omit<Handlers<CallGroups['userManage']>, 'page'> {
  const post = linkPost({ config, log })
  const changing = async <T>({ grant, inOwnName }: Asking, work: (scope: Scope) => Promise<T>): Promise<T> => {
    const answer = await inOwnName(serviceDb, async (raw) => {
      const scope = scopeOf(raw, grant.tenantId, grant.areas)
      await lockRights(raw, grant.tenantId)
      return keepingAdministrator(scope, () => work(scope))
    })
    live.changed(grant.tenantId, 'role', null, null)
    return answer
  }
  return {
    async create({ body }, asking) {
      const { language, caller, grant } = asking
      const { loginName, phone, email } = body
      if (phone === null && email === null && config.publicUrl !== null && (config.sms.url !== null || config.alarms.smtp !== null))
        throw new CallFailure('error.user.unreachable')
      const realName = body.realName.trim()
      const made = await changing(asking, async (scope) => {
        const givings = await mustBeGiveable(scope, caller.userId, body.roles, language)
        await mustBeUntaken(scope.raw, { loginName, phone, email }, language, null)
        const { id: userId } = await scope.raw
          .insertInto('app_user')
          .values({
            login_name: loginName,
            real_name: realName,
            password_hash: null,
            phone,
            email,
            image_url: null,
            current_tenant_id: grant.tenantId,
            default_tenant_id: grant.tenantId,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await scope.insert('membership', [{ user_id: userId }]).execute()
        await giveRoles(scope, userId, givings)
        const link = await makeLink(scope.raw, { tenantId: grant.tenantId, userId, purpose: 'begin', now: clock() })
        return { userId, link, tenantName: await tenantNameOf(scope) }
      })
      const { userId, link, tenantName } = made
      return { userId, sent: await post.send(post.wayTo({ phone, email }), link, { purpose: 'begin', language, tenantName, realName }) }
    },

    async update({ body: { userId, realName, phone, email, was } }, asking) {
      await changing(asking, async (scope) => {
        const user = await memberOf(scope, userId)
        await mustOutrank(scope, asking.caller.userId, userId)
        if (user.begun) throw new CallFailure('error.user.own')
        if (was.realName !== user.realName || was.phone !== user.phone || was.email !== user.email)
          throw new CallFailure('error.version.stale')
        await mustBeUntaken(scope.raw, { phone, email }, asking.language, userId)
        await scope.raw.updateTable('app_user').set({ real_name: realName.trim(), phone, email }).where('id', '=', userId).execute()
        // A link that went to the wrong address opens nothing any more.
        if (phone !== user.phone || email !== user.email)
          await scope.raw
            .updateTable('entry_link')
            .set({ expires_at: clock() })
            .where('user_id', '=', userId)
            .where('expires_at', '>', clock())
            .execute()
      })
      return true
    },

    async disable({ body: { userId } }, asking) {
      notYourself(asking.caller.userId, userId)
      await changing(asking, async (scope) => {
        await memberOf(scope, userId)
        await mustOutrank(scope, asking.caller.userId, userId)
        await scope.remove('membership').where('membership.user_id', '=', userId).execute()
        await sql`update app_user set
            current_tenant_id = nullif(current_tenant_id, ${scope.tenantId}), default_tenant_id = nullif(default_tenant_id, ${scope.tenantId})
          where id = ${userId}`.execute(scope.raw)
        // Who is nobody's any more is signed out; the gate hears of it from the database.
        await sql`update session set revoked_at = ${clock()} where user_id = ${userId} and revoked_at is null
          and not exists (select from membership where user_id = ${userId})`.execute(scope.raw)
        await sql`delete from alarm_browser where tenant_id = ${scope.tenantId} and user_id = ${userId}`.execute(scope.raw)
      })
      return true
    },

    async enable({ body: { userId, roles } }, asking) {
      await changing(asking, async (scope) => {
        const past = await scope.select('past_member').selectAll('past_member').where('past_member.user_id', '=', userId).executeTakeFirst()
        const here = await scope
          .select('membership')
          .select('membership.user_id')
          .where('membership.user_id', '=', userId)
          .executeTakeFirst()
        // Somebody of the whole enterprise comes back to it.
        if (!past || here || scope.areas !== null) throw notFound()
        const givings = await mustBeGiveable(scope, asking.caller.userId, roles, asking.language)
        const unit = await scope
          .select('org_unit')
          .select('org_unit.id')
          .where('org_unit.id', '=', past.unit_id ?? 0)
          .executeTakeFirst()
        await scope.insert('membership', [{ user_id: userId, unit_id: unit?.id ?? null, title: past.title }]).execute()
        await giveRoles(scope, userId, givings)
      })
      return true
    },

    async reset({ body: { userId } }, asking) {
      const { language, caller, grant } = asking
      const made = await changing(asking, async (scope) => {
        const user = await memberOf(scope, userId)
        await mustOutrank(scope, caller.userId, userId)
        const way = post.wayTo(user)
        const purpose = user.begun ? ('reset' as const) : ('begin' as const)
        // Whoever holds a link is that person: of an account that somebody uses already it is shown to nobody else.
        if (!user.enabled || (way === null && user.begun)) throw new CallFailure('error.user.unreachable')
        const link = await makeLink(scope.raw, { tenantId: grant.tenantId, userId, purpose, now: clock() })
        return { way, link, purpose, tenantName: await tenantNameOf(scope), realName: user.realName }
      })
      return post.send(made.way, made.link, { ...made, language })
    },
  }
}
