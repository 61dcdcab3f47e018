import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { holds } from '#contract/core/alike'
import { applicationCode } from '#contract/core/route'
import { declaredCodes } from '#contract/organization/roleMatrix'
import { routes } from '#contract/routes'
import { type Challenged, CLIENT_ID, CLIENT_SECRET, type Tokens } from '#contract/session/oauth'
import type { Self } from '#contract/session/user'
import { answerPage } from '../ground/database/page.ts'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { lacksSecondFactor } from '../ground/http/gate.ts'
import type { Caller, Handlers } from '../ground/http/handler.ts'
import { signIns } from '../ground/metrics.ts'
import type { BrokerDoor } from '../ground/broker/door.ts'
import { CHALLENGE_SECONDS, type Challenges } from './challenges.ts'
import type { Captchas } from './captcha.ts'
import { captchaNeeded, type Failures, slowing } from './failures.ts'
import type { FirstAdministrator } from './firstAdministrator.ts'
import type { ClientUse } from '../ground/http/clientUse.ts'
import { clientCredentials } from './clientCredentials.ts'
import type { FullGate } from './gate.ts'
import type { Keys } from './keys.ts'
import type { Oidc } from './oidc/handlers.ts'
import type { PasswordDesk } from './password.ts'
import type { SecondFactors } from './secondFactors.ts'
import type { Sessions } from './sessions.ts'
import type { TryLimit, TryLimits } from './tryLimits.ts'

const declared: ReadonlySet<string> = new Set(declaredCodes)

/** Failed sign-ins that one address may make a minute before it must wait, captchas it may ask for, and pictures of them: one costs 10 ms. */
const FAILURES_PER_MINUTE = 300
const CAPTCHAS_PER_MINUTE = 300
const PICTURES_PER_MINUTE = 120

export interface SessionParts {
  readonly db: Kysely<Database>
  readonly gate: FullGate
  readonly keys: Keys
  readonly sessions: Sessions
  readonly captchas: Captchas
  readonly failures: Failures
  readonly desk: PasswordDesk
  readonly factors: SecondFactors
  readonly challenges: Challenges
  /** Codes that a user may try. */
  readonly codes: TryLimit
  readonly oidc: Oidc | null
  readonly first: FirstAdministrator
  readonly broker: BrokerDoor
  readonly demo: boolean
  readonly limits: TryLimits
  readonly use: ClientUse
  readonly clock: () => number
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>
}

/** Sign-in and everything about the signed-in user. */
export function sessionHandlers(parts: SessionParts): {
  oauth: Omit<Handlers<CallGroups['oauth']>, 'sendPhoneCaptcha'>
  user: Handlers<CallGroups['user']>
} {
  const { db, gate, keys, sessions, captchas, failures, desk, factors, challenges, codes, oidc, first, broker, demo, limits, pause } = parts
  const failing = limits.of('failing', FAILURES_PER_MINUTE)
  const making = limits.of('captcha', CAPTCHAS_PER_MINUTE)
  const letIn = clientCredentials({ db, gate, use: parts.use, failing, demo, clock: parts.clock })
  const drawing = limits.of('picture', PICTURES_PER_MINUTE)

  interface Try {
    readonly username: string
    readonly password: string
    readonly captchaKey: string
    readonly captcha: string
    readonly address: string
    readonly device: string
  }

  /**
   * A right password with a right captcha always passes, whatever else is tried under the same name or from the same address; how soon
   * says `slowing`. The pause is spent in a lane of the caller's own, the check in the name's turn.
   */
  async function signIn({ username, password, captchaKey, captcha, address, device }: Try): Promise<Tokens | Challenged> {
    const plain = keys.secrets.read(password)
    const proven = captchaKey !== '' && (await captchas.take(captchaKey, captcha))
    if (!proven && (await failing.isEmpty(address))) throw new CallFailure('error.signIn.locked')
    const user = await db
      .selectFrom('app_user')
      .select(['id', 'password_hash', 'enabled', 'demo'])
      .where('login_name', '=', username.trim())
      .executeTakeFirst()
    const allowed = user != null && user.enabled && (demo || !user.demo)
    const known = allowed && (await sessions.knows(user.id, address))
    const check = async () => {
      if (!proven && (await failures.needsCaptcha(username, address))) {
        await failing.take(address)
        throw new CallFailure(captchaKey === '' ? 'error.signIn.captchaNeeded' : 'error.signIn.captchaWrong')
      }
      if (!(await desk.fits(plain, allowed ? user.password_hash : null, known || proven))) {
        await failing.take(address)
        await failures.note(username, address)
        throw new CallFailure('error.signIn.wrong')
      }
      // A password alone is half of it: its failures count until the code is right, too.
      const half = await factors.has(user!.id)
      if (!half) await failures.clear(username)
      return { userId: user!.id, half }
    }
    const checkInTurn = () => desk.inTurn(username.trim().toLowerCase(), proven, check)
    const who = { name: username, address, known }
    const before = await failures.counts(username, address)
    // Without a captcha it is refused before any password is looked at: there is nothing to slow.
    const slowed = captchaNeeded(before) && proven ? slowing(before, who) : null
    const { userId, half } = await (slowed == null
      ? checkInTurn()
      : desk.inTurn(slowed.lane, true, async () => {
          // Counted anew: those that waited ahead may have failed meanwhile.
          await pause(slowing(await failures.counts(username, address), who).pauseMs)
          return checkInTurn()
        }))
    return half ? { challenge: await challenges.make(userId), expires_in: CHALLENGE_SECONDS } : enter(userId, device, address)
  }

  async function enter(userId: number, device: string, address: string, providerFactor = false): Promise<Tokens> {
    // A sign-in opens the user's default tenant, where one was chosen.
    await db
      .updateTable('app_user')
      .set((user) => ({ current_tenant_id: user.ref('default_tenant_id') }))
      .where('id', '=', userId)
      .where('default_tenant_id', 'is not', null)
      .whereRef('default_tenant_id', 'is distinct from', 'current_tenant_id')
      .execute()
    return sessions.open(userId, device, address, providerFactor)
  }

  /** By the other service: whoever has a second factor here is asked for it, unless that service has asked for one and is trusted with that. */
  async function signInElsewhere(ticket: string, callback: string, device: string, address: string): Promise<Tokens | Challenged> {
    if (oidc === null) throw new CallFailure('error.signIn.grant')
    const { subject, amr } = await oidc.attempts.finish(null, ticket, callback)
    const user = await db
      .selectFrom('external_login')
      .innerJoin('app_user', 'app_user.id', 'external_login.id')
      .select(['app_user.id', 'app_user.enabled', 'app_user.demo'])
      .where('external_login.issuer', '=', oidc.config.issuer)
      .where('external_login.subject', '=', subject)
      .executeTakeFirst()
    if (!user || !user.enabled || (user.demo && !demo)) throw new CallFailure('error.signIn.notLinked')
    const isProven = oidc.config.trustAmr && amr.includes('mfa')
    if (!isProven && (await factors.has(user.id))) return { challenge: await challenges.make(user.id), expires_in: CHALLENGE_SECONDS }
    return enter(user.id, device, address, isProven)
  }

  /** The second step. A wrong code counts as a wrong password does: whoever guesses meets captcha and pause before the next challenge. */
  async function answerChallenge(challenge: string, code: string, device: string, address: string): Promise<Tokens> {
    const who = await challenges.tryOne(challenge)
    if (who === null) throw new CallFailure('error.signIn.challengeOver')
    if (!(await codes.take(`user ${who.userId}`))) throw new CallFailure('error.signIn.locked')
    if (!(await factors.proves(who.userId, code, address))) {
      await failing.take(address)
      await failures.note(who.loginName, address)
      // Switched off meanwhile: the password is asked for again, and is enough.
      throw new CallFailure((await factors.has(who.userId)) ? 'error.signIn.codeWrong' : 'error.signIn.challengeOver')
    }
    if (!(await challenges.use(challenge))) throw new CallFailure('error.signIn.challengeOver')
    await failures.clear(who.loginName)
    return enter(who.userId, device, address)
  }

  async function tenantsOf(userId: number, name?: string) {
    const rows = await db
      .selectFrom('membership')
      .innerJoin('tenant', 'tenant.id', 'membership.tenant_id')
      .innerJoin('app_user', 'app_user.id', 'membership.user_id')
      .select(['tenant.id', 'tenant.name', 'tenant.num', 'app_user.default_tenant_id'])
      .where('membership.user_id', '=', userId)
      .orderBy('tenant.id')
      .execute()
    return rows
      .filter((row) => holds(name ?? '', `${row.name} ${row.num}`))
      .map((row) => ({
        tenantId: row.id,
        tenantName: row.name,
        tenantNum: row.num,
        defaultTenantId: row.default_tenant_id ?? rows[0]!.id,
        key: String(row.id),
      }))
  }

  /** Whoever views as somebody sees one tenant alone. */
  const seenTenantsOf = async ({ userId, viewing }: Caller, name?: string) =>
    (await tenantsOf(userId, name)).filter(({ tenantId }) => viewing === null || tenantId === viewing.tenantId)

  async function mustBelong(userId: number, tenantId: number): Promise<void> {
    if ((await gate.grant(userId, tenantId)) == null) throw notFound()
  }

  return {
    oauth: {
      async token({ body }, asking) {
        const { address, userAgent } = asking
        if (body.grant_type === 'client_credentials') return letIn(body, asking)
        if (body.client_id !== CLIENT_ID || body.client_secret !== CLIENT_SECRET) throw new CallFailure('error.signIn.client')
        if (body.grant_type === 'refresh_token') return sessions.renew(body.refresh_token ?? '', address)
        const { username = '', password = '', captchaKey = '', captcha = '', challenge = '', code = '', ticket = '', callback = '' } = body
        const grants: Partial<Record<string, () => Promise<Tokens | Challenged>>> = {
          password: () => signIn({ username, password, captchaKey, captcha, address, device: userAgent }),
          second_factor: () => answerChallenge(challenge, code, userAgent, address),
          oidc: () => signInElsewhere(ticket, callback, userAgent, address),
        }
        const grant = Object.hasOwn(grants, body.grant_type) ? grants[body.grant_type] : undefined
        if (grant === undefined) throw new CallFailure('error.signIn.grant')
        try {
          const answer = await grant()
          signIns.inc({ outcome: 'challenge' in answer ? 'challenged' : 'opened' })
          return answer
        } catch (cause) {
          signIns.inc({ outcome: cause instanceof CallFailure ? cause.code.slice('error.signIn.'.length) : 'fault' })
          throw cause
        }
      },
      async logout(_, { caller }) {
        await sessions.revoke(caller.sessionId)
        return true
      },
      async userParams({ query }, { address }) {
        return { isNeedCaptcha: await failures.needsCaptcha(query.username, address) }
      },
      async captchaCode(_, { address }) {
        if (!(await making.take(address))) throw new CallFailure('error.busy')
        return { captchaKey: await captchas.make() }
      },
      async captchaImage({ params }, { address }) {
        if (!(await drawing.take(address))) throw new CallFailure('error.busy')
        const picture = await captchas.picture(params.key)
        if (picture == null) throw notFound()
        return picture
      },
      async firstAdministrator({ body }, { language }) {
        const { token, tenantName, loginName, realName, password } = body
        const plain = keys.secrets.read(password)
        await first.make(
          token,
          { tenantName: tenantName.trim(), loginName: loginName.trim(), realName: realName.trim(), password: plain },
          language,
        )
        return true
      },
      async publicKey() {
        return keys.publicPem
      },
    },

    user: {
      async menuRole({ query }, { grant }) {
        return routes.flatMap(({ path, module, permission }) => {
          if (module == null || applicationCode[module] !== query.subModule || permission === 'public') return []
          if (permission === 'login') return [{ code: '', route: path }]
          return grant.holds(permission) ? [{ code: permission, route: path }] : []
        })
      },
      async checkResources({ body }, { grant }) {
        // A code that nobody declares opens nothing, whatever the pattern of a role covers.
        return body.map((code) => ({ code, approve: declared.has(code) && grant.decide([code as `wfpf.${string}`]).allowed }))
      },
      async self(_, { caller }): Promise<Self> {
        const { viewing } = caller
        const [user, tenants, here] = await Promise.all([
          db
            .selectFrom('app_user')
            .select(['id', 'login_name', 'real_name', 'image_url'])
            .where('id', '=', caller.userId)
            .executeTakeFirstOrThrow(),
          seenTenantsOf(caller),
          gate.grantFor(caller, caller.currentTenant),
        ])
        return {
          id: user.id,
          tenantId: caller.currentTenant,
          loginName: user.login_name,
          realName: user.real_name,
          imageUrl: user.image_url,
          tenants,
          lacksSecondFactor: viewing === null && here !== null && lacksSecondFactor(caller, here),
          rights: here?.mark ?? '',
          ...(here && { timeZone: here.timeZone }),
          ...(viewing && { viewing: { by: viewing.viewerName, until: viewing.until } }),
        }
      },
      async selfTenants({ query }, { caller }) {
        return seenTenantsOf(caller, query.tenantName)
      },
      async selfTenantsPage({ query }, { caller }) {
        return answerPage(await seenTenantsOf(caller, query.tenantName), query)
      },
      async defaultTenant({ body }, { caller }) {
        await mustBelong(caller.userId, body.tenantId)
        await db.updateTable('app_user').set({ default_tenant_id: body.tenantId }).where('id', '=', caller.userId).execute()
        gate.forget('user', String(caller.userId))
        return true
      },
      async switchTenant({ body }, { caller }) {
        await mustBelong(caller.userId, body.tenantId)
        await db.updateTable('app_user').set({ current_tenant_id: body.tenantId }).where('id', '=', caller.userId).execute()
        gate.forget('user', String(caller.userId))
        await broker.recheckUser(caller.userId)
        return true
      },
    },
  }
}
