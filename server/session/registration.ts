import type { Kysely } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { isRegistrationPassword } from '#contract/session/registration'
import type { Database } from '../ground/database/schema.ts'
import { CallFailure } from '../ground/failure.ts'
import type { Handlers } from '../ground/http/handler.ts'
import { say } from '../ground/words.ts'
import type { Captchas } from './captcha.ts'
import { foundTenant } from './foundTenant.ts'
import type { Keys } from './keys.ts'
import { hashPassword } from './password.ts'
import type { PhoneCodes } from './phoneCodes.ts'
import type { SmsDoor } from '../ground/sms.ts'
import type { TryLimits } from './tryLimits.ts'

/** Registrations that one address may try a minute. */
const TRIES_PER_MINUTE = 30

interface RegistrationParts {
  readonly db: Kysely<Database>
  readonly keys: Keys
  readonly codes: PhoneCodes
  readonly captchas: Captchas
  readonly sms: SmsDoor
  readonly demo: boolean
  readonly limits: TryLimits
}

const constraintOf = (cause: unknown) =>
  (cause as { code?: string }).code === '23505' ? ((cause as { constraint?: string }).constraint ?? '') : null

/** Registration: a code proves the phone, and then an organisation is founded whose administrator signs in by it. */
export function registrationHandlers({ db, keys, codes, captchas, sms, demo, limits }: RegistrationParts): {
  sendPhoneCaptcha: Handlers<CallGroups['oauth']>['sendPhoneCaptcha']
  register: Handlers<CallGroups['tenant']>['register']
} {
  const trying = limits.of('register', TRIES_PER_MINUTE)
  return {
    async sendPhoneCaptcha({ query: { phone, captchaKey = '', captcha = '' } }, { address, language }) {
      const proven = captchaKey !== '' && (await captchas.take(captchaKey, captcha))
      const { key, code } = await codes.make(phone, address, proven).catch((cause: unknown) => {
        const wrong = captchaKey !== '' && cause instanceof CallFailure && cause.code === 'error.register.captchaNeeded'
        throw wrong ? new CallFailure('error.register.captchaWrong') : cause
      })
      if (!(await sms.send(phone, code, say(language, 'account:sms', { code })))) {
        await codes.withdraw(key)
        return { success: false, message: say(language, 'session:register.sendFailed'), captchaKey: null, demoCode: null }
      }
      return {
        success: true,
        message: say(language, 'session:register.sendMessage'),
        captchaKey: key,
        demoCode: demo && !sms.configured ? code : null,
      }
    },

    async register({ body }, { address, language }) {
      if (!(await trying.take(address))) throw new CallFailure('error.busy')
      const password = keys.secrets.read(body.password)
      if (!isRegistrationPassword(password))
        throw new CallFailure('error.input.invalid', {}, { password: say(language, 'session:register.fault.passwordRule') })
      const { phone, captchaKey } = body
      // Only who has the phone in the hand learns whether it is registered.
      if (!(await codes.fits(captchaKey, phone, body.captcha))) throw new CallFailure('error.register.codeWrong')
      const passwordHash = await hashPassword(password)
      try {
        await db.transaction().execute(async (work) => {
          if (!(await codes.use(work, captchaKey))) throw new CallFailure('error.register.codeWrong')
          const known = await work
            .selectFrom('app_user')
            .select('phone')
            .where((user) => user.or([user('phone', '=', phone), user('login_name', '=', phone)]))
            .executeTakeFirst()
          if (known) throw new CallFailure(known.phone === phone ? 'error.register.phoneRegistered' : 'error.register.loginNameExists')
          const { tenantName, realName } = body
          await foundTenant(work, { tenantName: tenantName.trim(), realName: realName.trim(), loginName: phone, phone, passwordHash })
        })
      } catch (cause) {
        // Of two who register one phone at once, the second learns it from the table.
        const constraint = constraintOf(cause)
        if (constraint == null) throw cause
        throw new CallFailure(constraint.includes('phone') ? 'error.register.phoneRegistered' : 'error.register.loginNameExists')
      }
      return true
    },
  }
}
