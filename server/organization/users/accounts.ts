import { type Transaction, sql } from 'kysely'
import type { Database } from '../../ground/database/schema.ts'
import { CallFailure } from '../../ground/failure.ts'
import { type Language, say } from '../../ground/words.ts'

/** One new account at a time: a name that is another's phone is seen by no constraint. */
const lockAccounts = (raw: Transaction<Database>) => sql`select pg_advisory_xact_lock(hashtext('furrow.accounts'))`.execute(raw)

interface Names {
  readonly loginName?: string
  readonly phone: string | null
  readonly email: string | null
}

/**
 * Throws error.conflict beside each of them that an account has already, wherever in the product: an account is one person's, and signs in by
 * one name. Whose it is, and of which enterprises, is not told.
 */
export async function mustBeUntaken(raw: Transaction<Database>, names: Names, language: Language, but: number | null): Promise<void> {
  await lockAccounts(raw)
  const { loginName = null, phone, email } = names
  const { rows } = await sql<{ login: boolean; phone: boolean; email: boolean }>`
    select coalesce(bool_or(lower(login_name) = lower(${loginName}::text) or phone = ${loginName}::text), false) as login,
      coalesce(bool_or(phone = ${phone}::text or login_name = ${phone}::text), false) as phone,
      coalesce(bool_or(lower(email) = lower(${email}::text)), false) as email
    from app_user where id <> ${but ?? 0} and (lower(login_name) = lower(${loginName}::text) or phone in (${loginName}::text, ${phone}::text)
      or login_name = ${phone}::text or lower(email) = lower(${email}::text))`.execute(raw)
  const { login, ...others } = rows[0]!
  const taken = { loginName: login, ...others }
  const fields = Object.entries(taken).flatMap(([name, is]) => (is ? [[name, say(language, `organization:user.taken.${name}`)]] : []))
  if (fields.length > 0) throw new CallFailure('error.conflict', {}, Object.fromEntries(fields) as Record<string, string>)
}
