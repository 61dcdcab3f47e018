import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { BrokerDoor } from '../ground/broker/door.ts'
import type { Job } from '../ground/clock/job.ts'
import type { Config } from '../ground/config.ts'
import type { HandlersOf } from '../ground/contents.ts'
import type { Database } from '../ground/database/schema.ts'
import { changedHandlers } from '../ground/live/handlers.ts'
import type { Publisher } from '../ground/live/publisher.ts'
import { clientUse } from '../ground/http/clientUse.ts'
import { accountHandlers } from './account.ts'
import { challenges as openChallenges } from './challenges.ts'
import { captchas as openCaptchas } from './captcha.ts'
import { entryHandlers, sweepLinks } from './entry.ts'
import { failures as openFailures } from './failures.ts'
import { firstAdministrator } from './firstAdministrator.ts'
import { createGate } from './gate.ts'
import { sessionHandlers } from './handlers.ts'
import { loadKeys } from './keys.ts'
import { attempts } from './oidc/attempts.ts'
import { type Oidc, oidcHandlers, STARTS_PER_MINUTE } from './oidc/handlers.ts'
import { oidcProvider } from './oidc/provider.ts'
import { ownPassword } from './ownPassword.ts'
import { passwordDesk } from './password.ts'
import { personalTokenHandlers } from './personalToken.ts'
import { phoneCodes } from './phoneCodes.ts'
import { registrationHandlers } from './registration.ts'
import { CODES_PER_MINUTE, secondFactorHandlers } from './secondFactorHandlers.ts'
import { secondFactors } from './secondFactors.ts'
import { sessions as openSessions } from './sessions.ts'
import { smsDoor } from '../ground/sms.ts'
import { deployments, tenantHandlers } from './tenants.ts'
import { themeHandlers } from './themes.ts'
import { tryLimits } from './tryLimits.ts'
import { viewingHandlers, viewingSweep } from './viewing.ts'

const SWEEP_EVERY_MS = 10 * 60_000

/**
 * Who may come in, and as whom: the gate, the sessions and the calls around them. Opened before every other area, since each call asks the
 * gate. `pause` is how a slowed sign-in waits, ms.
 */
export async function openAccounts(given: {
  config: Config
  log: Logger
  clock: () => number
  serviceDb: Kysely<Database>
  servicePool: pg.Pool
  pause: ((ms: number) => Promise<void>) | undefined
}) {
  const { config, log, clock, serviceDb: db, servicePool } = given
  const { demo } = config
  const keys = await loadKeys(db)
  const gate = await createGate({ servicePool, accessKey: keys.accessKey, demo, clock, log })
  const use = clientUse({ db, clock, log })
  const captchas = openCaptchas(db, keys.captchaKey, clock)
  const failures = openFailures(db, clock)
  const limits = tryLimits(db, clock)
  const codes = phoneCodes(db, keys.captchaKey, clock)
  const desk = passwordDesk()
  const factors = secondFactors(db, keys.recoveryKey, clock)
  const challenges = openChallenges(db, demo, clock)
  const codesOfUser = limits.of('secondFactor', CODES_PER_MINUTE)
  const sessions = openSessions({ db, gate, refreshKey: keys.refreshKey, demo, clock })
  const first = await firstAdministrator(db, demo, keys.setupKey).catch(async (cause: unknown) => {
    gate.close()
    throw cause
  })
  const deploymentOf = deployments(db, clock, (listener) => gate.onChange(listener))
  const pause = given.pause ?? ((ms: number) => sleep(ms, undefined, { ref: false }))
  const oidc: Oidc | null = config.oidc && { config: config.oidc, attempts: attempts(db, oidcProvider(config.oidc, { log, clock }), clock) }
  const swept = [sessions, captchas, codes, failures, limits, factors, challenges, ...(oidc ? [oidc.attempts] : [])]
  const sweepAll = () => Promise.all([...swept.map((one) => one.sweep()), sweepLinks(db, clock)])
  return {
    gate,
    use,
    first,
    deploymentOf,
    publicKey: keys.publicPem,
    secrets: keys.secrets,
    fileLinkKey: keys.fileLinkKey,
    handlers({ broker, live }: { broker: BrokerDoor; live: Pick<Publisher, 'stands'> }): HandlersOf<'session'> {
      const sms = smsDoor({ ...config.sms, log })
      const registration = registrationHandlers({ db, keys, codes, captchas, sms, demo, limits })
      const password = ownPassword({ db, keys, desk, limits })
      const signIn = sessionHandlers({
        db,
        gate,
        keys,
        sessions,
        captchas,
        failures,
        desk,
        factors,
        challenges,
        codes: codesOfUser,
        oidc,
        first,
        broker,
        demo,
        limits,
        use,
        clock,
        pause,
      })
      return {
        user: signIn.user,
        oauth: { ...signIn.oauth, sendPhoneCaptcha: registration.sendPhoneCaptcha },
        account: accountHandlers({ db, gate, keys, sessions, password }),
        oidc: oidcHandlers({ db, oidc, password, starting: limits.of('oidc', STARTS_PER_MINUTE), clock }),
        secondFactor: secondFactorHandlers({ db, factors, password, sessions, codes: codesOfUser }),
        tenant: { ...tenantHandlers(deploymentOf), register: registration.register },
        viewing: viewingHandlers({ db, gate, clock }),
        theme: themeHandlers(clock),
        changed: changedHandlers(live),
        entry: entryHandlers({ db, secrets: keys.secrets, clock, demo, limits }),
        personalToken: personalTokenHandlers(clock),
      }
    },
    jobs: [
      ...sessions.jobs,
      viewingSweep(db, clock),
      {
        // Removes sessions, captchas, codes and failures whose time is over.
        name: 'session.sweep',
        every: SWEEP_EVERY_MS,
        missed: 'catchUp',
        steps: async () => void (await sweepAll()),
      },
    ] as readonly Job[],
    close: async () => {
      gate.close()
      await use.close()
    },
  }
}
