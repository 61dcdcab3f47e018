import { randomBytes, randomUUID } from 'node:crypto'
import { type Transaction, sql } from 'kysely'
import type { SentLink } from '#contract/organization/user'
import { ENTRY_HOURS, ENTRY_PAGE, type ENTRY_PURPOSES } from '#contract/session/entryLink'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import { hashLink } from '../../ground/hashLink.ts'
import { sendMail } from '../../ground/mail.ts'
import type { Services } from '../../ground/services.ts'
import { smsDoor } from '../../ground/sms.ts'
import { type Language, say } from '../../ground/words.ts'

type EntryPurpose = (typeof ENTRY_PURPOSES)[number]

const HOUR_MS = 3_600_000
/** Messages cost money, and nobody's phone is to be flooded: so many links a user in an hour, and in a day. */
const OF_USER_AN_HOUR = 3
const OF_USER_A_DAY = 10
const MAIL_MS = 12_000

/** Makes the one good link of a user, in the caller's transaction; earlier ones are good no more. Throws error.busy where it is one too many. */
export async function makeLink(
  raw: Transaction<Database>,
  given: { tenantId: number; userId: number; purpose: EntryPurpose; now: number },
): Promise<{ token: string; expiresAt: number }> {
  const { tenantId, userId, purpose, now } = given
  // Two that ask at once are counted one after the other.
  await sql`select from app_user where id = ${userId} for update`.execute(raw)
  const { rows } = await sql<{ hour: number; day: number }>`
    select count(*) filter (where made_at > ${now - HOUR_MS})::int as hour, count(*)::int as day
    from entry_link where user_id = ${userId} and made_at > ${now - 24 * HOUR_MS}`.execute(raw)
  if (rows[0]!.hour >= OF_USER_AN_HOUR || rows[0]!.day >= OF_USER_A_DAY) throw new CallFailure('error.busy')
  await raw.updateTable('entry_link').set({ expires_at: now }).where('user_id', '=', userId).where('expires_at', '>', now).execute()
  const token = randomBytes(32).toString('base64url')
  const expiresAt = now + ENTRY_HOURS[purpose] * HOUR_MS
  await raw
    .insertInto('entry_link')
    .values({ token_hash: hashLink(token), user_id: userId, tenant_id: tenantId, purpose, made_at: now, expires_at: expiresAt })
    .execute()
  return { token, expiresAt }
}

interface Contact {
  readonly phone: string | null
  readonly email: string | null
}
type Way = { readonly by: 'phone' | 'email'; readonly to: string }

const shownPhone = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
const shownMail = (address: string) => `${address.slice(0, 1)}***${address.slice(address.indexOf('@'))}`

/** How links reach people: by what the installation can send, and only under its own address, never one that a caller claims. */
export function linkPost({ config, log }: Pick<Services, 'config' | 'log'>) {
  const sms = smsDoor({ ...config.sms, log })
  const { smtp } = config.alarms
  return {
    /** The way to somebody; null where none of the installation's services reaches them. */
    wayTo({ phone, email }: Contact): Way | null {
      if (config.publicUrl === null) return null
      if (sms.configured && phone !== null) return { by: 'phone', to: phone }
      return smtp !== null && email !== null ? { by: 'email', to: email } : null
    },
    /** Sends what was made; where there is no way, whoever made it is given it, once. Never throws. */
    async send(
      way: Way | null,
      link: { token: string; expiresAt: number },
      { purpose, language, tenantName, realName }: { purpose: EntryPurpose; language: Language; tenantName: string; realName: string },
    ): Promise<SentLink> {
      const page = `${ENTRY_PAGE}#${link.token}`
      if (way === null) return { by: 'shown', to: null, link: page, expiresAt: link.expiresAt }
      const url = `${config.publicUrl}${page}`
      const said = { tenantName, realName, hours: ENTRY_HOURS[purpose], url }
      const text = say(language, `organization:user.letter.${purpose}`, said)
      const to = way.by === 'phone' ? shownPhone(way.to) : shownMail(way.to)
      const went =
        way.by === 'phone'
          ? await sms.send(way.to, null, text)
          : await sendMail(
              { key: randomUUID(), address: way.to, subject: say(language, 'organization:user.letter.subject', said), text, link: null },
              AbortSignal.timeout(MAIL_MS),
              smtp,
            ).then(
              ({ why }) => why === null,
              () => false,
            )
      return { by: went ? way.by : 'failed', to, link: null, expiresAt: link.expiresAt }
    },
  }
}
