import { randomUUID } from 'node:crypto'
import type { CallGroups } from '#contract/calls'
import type { Application } from '#contract/organization/application'
import { scopeCodes, scopeMatrix } from '#contract/organization/scopes'
import { hashSecret } from '../ground/broker/secret.ts'
import { dayUsesOf, noUse } from '../ground/clients/dayUse.ts'
import { newClientId, newClientSecret } from '../ground/clients/secrets.ts'
import { HOUR_MS } from '../ground/http/clientUse.ts'
import { containing } from '../ground/database/containing.ts'
import { readPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import type { Services } from '../ground/services.ts'
import { type Language, say } from '../ground/words.ts'
import { baseNames, basesOf } from './assignments.ts'
import { type Giving, lockRights, mustHold } from './rights.ts'
import { changedBases, differing } from './role.ts'

const rowsOf = (scope: Scope) => scope.select('application').selectAll()
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]
interface Typed {
  readonly name: string
  readonly scopes: readonly string[]
  readonly everyBase: boolean
  readonly areaIds: readonly number[]
}

async function rowOf(scope: Scope, id: number, version?: number): Promise<Row> {
  const row = await rowsOf(scope).where('application.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  if (version !== undefined && row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return row
}

function stateOf(row: Row, now: number): Application['state'] {
  if (row.enabled_flag === 0) return 'off'
  if (row.expires_at !== null && row.expires_at <= now) return 'expired'
  return row.secret_hash === null ? 'noSecret' : 'active'
}

async function describe(scope: Scope, rows: readonly Row[], now: number): Promise<Application[]> {
  const ids = rows.map(({ id }) => id)
  const [names, uses] = [
    await baseNames(
      scope,
      rows.map((row) => ({ areaIds: row.area_ids })),
    ),
    await dayUsesOf(scope, 'application_id', ids, now),
  ]
  return rows.map((row) => ({
    applicationId: row.id,
    name: row.name,
    description: row.description,
    enabledFlag: row.enabled_flag,
    state: stateOf(row, now),
    clientId: row.client_id,
    scopes: row.scopes,
    bases: basesOf(row.area_ids, names),
    perMinute: row.per_minute,
    expiresAt: row.expires_at,
    secretAt: row.secret_at,
    oldSecretUntil: row.old_secret_until !== null && row.old_secret_until > now ? row.old_secret_until : null,
    usedAt: row.used_at,
    day: uses.get(row.id) ?? noUse,
    objectVersionNumber: row.object_version_number,
  }))
}

async function mustBeFree(scope: Scope, name: string, language: Language, id: number | null): Promise<void> {
  const same = await rowsOf(scope).where('application.name', '=', name).executeTakeFirst()
  if (same && same.id !== id) throw new CallFailure('error.conflict', {}, { name: say(language, 'organization:application.nameTaken') })
}

/** The codes and bases that were typed; refuses a code that no program may be lent, and a base that nobody knows or the caller does not see. */
async function lentOf(scope: Scope, language: Language, { scopes, everyBase, areaIds }: Typed, before: Row | null) {
  const codes = [...new Set(scopes)]
  if (!codes.every((code) => scopeCodes.has(code) || before?.scopes.includes(code))) throw faultyField(language, 'scopes')
  const areas = everyBase ? null : [...new Set(areaIds)].toSorted((a, b) => a - b)
  if (areas === null ? areaIds.length > 0 : areas.length === 0) throw faultyField(language, 'areaIds')
  const fresh = (areas ?? []).filter((id) => !before?.area_ids?.includes(id))
  const known = fresh.length === 0 ? [] : await scope.select('area').select('area.id').where('area.id', 'in', fresh).execute()
  if (known.length < fresh.length) throw faultyField(language, 'areaIds')
  return { codes, areas }
}

const endOf = (expiresAt: number | null) => expiresAt ?? Number.POSITIVE_INFINITY

/** What a change of an application gives or takes. */
function givingsOf(
  before: Row,
  after: {
    readonly codes: readonly string[]
    readonly areas: readonly number[] | null
    readonly enabledFlag: number
    readonly expiresAt: number | null
  },
  now: number,
): Giving[] {
  const codes = differing(before.scopes, after.codes)
  const areas = changedBases(before.area_ids, after.areas)
  const lasts = endOf(after.expiresAt) > endOf(before.expires_at) && endOf(after.expiresAt) > now
  const wakes = after.enabledFlag > before.enabled_flag || lasts
  return [
    // Where it comes to is asked for beside: all codes, in the bases that change.
    { codes, areas: before.area_ids },
    ...(areas === null || areas.length > 0 ? [{ codes: [...new Set([...before.scopes, ...after.codes])], areas }] : []),
    ...(wakes ? [{ codes: after.codes, areas: after.areas }] : []),
  ]
}

/** Programs of others that call in their own name: one change of a tenant's rights at a time, as of roles. */
export function applicationHandlers({ live, clock }: Pick<Services, 'live' | 'clock'>): Handlers<CallGroups['application']> {
  const changing = async <T>({ grant, inTenant }: Asking, idOf: (answer: T) => number, work: (scope: Scope) => Promise<T>) => {
    const answer = await inTenant(async (scope) => {
      await lockRights(scope.raw, scope.tenantId)
      return work(scope)
    })
    live.changed(grant.tenantId, 'application', idOf(answer), null)
    return answer
  }
  const described = async (scope: Scope, id: number) => (await describe(scope, [await rowOf(scope, id)], clock()))[0]!
  const idOf = ({ applicationId }: Application) => applicationId
  const idWithin = ({ application }: { application: Application }) => application.applicationId

  return {
    page: ({ query }, { inTenant }) =>
      inTenant(async (scope) => {
        const word = query.search?.trim()
        const rows = word ? scope.select('application').where('application.name', '~', containing(word)) : scope.select('application')
        const page = await readPage(query, rows, (all) =>
          all.selectAll('application').orderBy('application.name').orderBy('application.id'),
        )
        return { ...page, content: await describe(scope, page.content, clock()) }
      }),

    matrix: async () => [...scopeMatrix],

    create: ({ body }, asking) =>
      changing(asking, idWithin, async (scope) => {
        const name = body.name.trim()
        const { codes, areas } = await lentOf(scope, asking.language, body, null)
        await mustBeFree(scope, name, asking.language, null)
        await mustHold(scope, asking.caller.userId, [{ codes, areas }])
        const secret = newClientSecret()
        const row = {
          // The database gives it one.
          user_id: 0,
          name,
          description: body.description.trim(),
          enabled_flag: body.enabledFlag,
          client_id: newClientId(),
          scopes: codes,
          area_ids: areas,
          per_minute: body.perMinute,
          expires_at: body.expiresAt,
          secret_hash: hashSecret(secret),
          secret_key: randomUUID(),
          secret_at: clock(),
        }
        const { id } = await scope.insert('application', [row]).returning('id').executeTakeFirstOrThrow()
        return { application: await described(scope, id), secret }
      }),

    update: ({ body }, asking) =>
      changing(asking, idOf, async (scope) => {
        const before = await rowOf(scope, body.applicationId, body.objectVersionNumber)
        const name = body.name.trim()
        const { codes, areas } = await lentOf(scope, asking.language, body, before)
        await mustBeFree(scope, name, asking.language, before.id)
        const { enabledFlag, expiresAt } = body
        await mustHold(scope, asking.caller.userId, givingsOf(before, { codes, areas, enabledFlag, expiresAt }, clock()))
        await scope
          .update('application')
          .set({
            name,
            description: body.description.trim(),
            enabled_flag: enabledFlag,
            scopes: codes,
            area_ids: areas,
            per_minute: body.perMinute,
            expires_at: expiresAt,
            object_version_number: before.object_version_number + 1,
          })
          .where('application.id', '=', before.id)
          .execute()
        return described(scope, before.id)
      }),

    rotate: ({ params: { id }, body }, asking) =>
      changing(asking, idWithin, async (scope) => {
        const before = await rowOf(scope, id, body.objectVersionNumber)
        // Who reads a secret can do all that it opens.
        await mustHold(scope, asking.caller.userId, [{ codes: before.scopes, areas: before.area_ids }])
        const secret = newClientSecret()
        const goesOn = body.overlapHours > 0 && before.secret_hash !== null
        await scope
          .update('application')
          .set({
            secret_hash: hashSecret(secret),
            secret_key: randomUUID(),
            secret_at: clock(),
            old_secret_hash: goesOn ? before.secret_hash : null,
            old_secret_key: goesOn ? before.secret_key : null,
            old_secret_until: goesOn ? clock() + body.overlapHours * HOUR_MS : null,
            object_version_number: before.object_version_number + 1,
          })
          .where('application.id', '=', id)
          .execute()
        return { application: await described(scope, id), secret }
      }),

    revoke: ({ params: { id } }, asking) =>
      changing(asking, idOf, async (scope) => {
        const before = await rowOf(scope, id)
        const none = {
          secret_hash: null,
          secret_key: null,
          secret_at: null,
          old_secret_hash: null,
          old_secret_key: null,
          old_secret_until: null,
        }
        await scope
          .update('application')
          .set({ ...none, object_version_number: before.object_version_number + 1 })
          .where('application.id', '=', id)
          .execute()
        return described(scope, id)
      }),

    remove: ({ body }, asking) =>
      changing(
        asking,
        () => body.applicationId,
        async (scope) => {
          await rowOf(scope, body.applicationId, body.objectVersionNumber)
          await scope.remove('application').where('application.id', '=', body.applicationId).execute()
          return 1 as const
        },
      ),
  }
}
