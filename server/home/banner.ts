import { type RawBuilder, sql } from 'kysely'
import { banner, MOST_BANNERS, type Showing } from '#contract/home/banner'
import { type Job, setTimer } from '../ground/clock/job.ts'
import type { Context, HandlersOf } from '../ground/contents.ts'
import { crudHandlers } from '../ground/crud/handlers.ts'
import { besideField, rulesFor } from '../ground/crud/rules.ts'
import { inOrder } from '../ground/crud/inOrder.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure } from '../ground/failure.ts'
import { mustBePictures } from '../ground/files/mustBePictures.ts'
import { post } from '../ground/outbox/parcel.ts'

const TURNS = 'home.banners'

/** Whether /home shows a banner at a moment (ms UTC), of the table `banner`. */
const showingAt = (
  now: number,
): RawBuilder<Showing> => sql<Showing>`case when banner.enabled_flag <> 1 or banner.image_address is null then 'hidden'
  when banner.shown_from > ${now}::bigint then 'planned' when banner.shown_until <= ${now}::bigint then 'over' else 'shown' end`

interface Times {
  readonly shown_from: number | null
  readonly shown_until: number | null
}
/** The same of a row. */
export function showingOf(row: Times & { enabled_flag: number; image_address: string | null }, now: number): Showing {
  if (row.enabled_flag !== 1 || row.image_address === null) return 'hidden'
  if (row.shown_from !== null && row.shown_from > now) return 'planned'
  return row.shown_until !== null && row.shown_until <= now ? 'over' : 'shown'
}

/** When a banner's time next begins or ends; null where it never does. */
export function nextTurn({ shown_from: from, shown_until: until }: Times, now: number): number | null {
  if (from !== null && from > now) return from
  return until !== null && until > now ? until : null
}

/** One change of a tenant's banners at a time: places are counted. */
const lockBanners = ({ raw, tenantId }: Scope) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`furrow.banners.${tenantId}`}, 0))`.execute(raw)

const OUTSIDE = /^(https?:)?\/\//i

/** Banners, in their order: a new one comes last. */
export const bannerRules = rulesFor(banner, {
  table: 'banner',
  columns: { sort: 'position' },
  order: 'sort',
  oldestFirst: true,
  told: { showing: showingAt },

  beforeLock: lockBanners,

  async beforeSave({ scope, asking, values, old }) {
    const { imageAddress, shownFrom, shownUntil, roleIds } = values
    if (imageAddress !== null && imageAddress !== old?.['image_address']) {
      // Another house would hear of everybody who opens /home.
      if (OUTSIDE.test(imageAddress)) throw besideField(asking, 'error.input.invalid', 'imageAddress', 'outsidePicture')
      if (imageAddress.startsWith('/hfle/')) await mustBePictures(scope, asking, [imageAddress], 'imageAddress')
    }
    if (shownFrom !== null && shownUntil !== null && shownUntil <= shownFrom)
      throw besideField(asking, 'error.input.invalid', 'shownUntil', 'publishedSpan')
    const before = new Set((old?.['role_ids'] ?? []) as number[])
    const named = roleIds.filter((id) => !before.has(id))
    if (named.length > 0) {
      const known = await scope.select('role').select('role.id').where('role.id', 'in', named).execute()
      if (known.length < named.length) throw besideField(asking, 'error.record.unknown', 'roleIds', 'unknown')
    }
    if (old) return { sort: old['position'] as number }
    const { n, last } = await scope
      .select('banner')
      .select(({ fn }) => [fn.countAll<number>().as('n'), fn.max<number | null>('banner.position').as('last')])
      .executeTakeFirstOrThrow()
    if (n >= MOST_BANNERS) throw new CallFailure('error.banner.most', { most: MOST_BANNERS })
    return { sort: (last ?? -1) + 1 }
  },

  async afterSave({ scope, row, now }) {
    await setTurn(scope.raw, scope.tenantId, row.id, row as unknown as Times, now)
  },

  describe: async (_, rows, now) => rows.map((row) => ({ showing: showingOf(row as unknown as Parameters<typeof showingOf>[0], now) })),
})

async function setTurn(raw: Scope['raw'], tenantId: number, id: number, times: Times, now: number): Promise<void> {
  const at = nextTurn(times, now)
  if (at !== null) await setTimer(raw, { name: TURNS }, { tenantId, key: String(id), at, payload: {} })
}

/** Tells consoles that a banner's time has begun or ended, and waits for the next time of it. */
export const bannerTurns = (clock: () => number): Job => ({
  name: TURNS,
  missed: 'catchUp',
  async once(work, { tenantId, key }) {
    const row = await work
      .selectFrom('banner')
      .select(['shown_from', 'shown_until'])
      .where('tenant_id', '=', tenantId!)
      .where('id', '=', Number(key))
      .executeTakeFirst()
    if (!row) return
    await post(work, [{ kind: 'changed', tenantId: tenantId!, body: { name: 'banner', id: Number(key), areaId: null } }], clock())
    await setTurn(work, tenantId!, Number(key), row, clock())
  },
})

/** Banners as they are managed. */
export const bannerHandlers = (context: Pick<Context, 'live' | 'clock' | 'foreign' | 'registry'>): HandlersOf<'home'>['banner'] => ({
  ...crudHandlers(bannerRules, context),

  async order({ body }, { inTenant, grant }) {
    await inTenant(async (scope) => {
      await lockBanners(scope)
      await inOrder(scope, 'banner', body.bannerIds)
    })
    context.live.changed(grant.tenantId, 'banner', null, null)
    return body.bannerIds.length
  },

  audience: (_, { inTenant }) =>
    inTenant((scope) =>
      scope.select('role').select(['role.id as roleId', 'role.name as roleName']).orderBy('role.name').orderBy('role.id').execute(),
    ),
})

/** What a caller is shown now, in order. */
export function shownBanners(scope: Scope, userId: number, now: number) {
  const isMeant = sql<boolean>`(banner.role_ids = '[]'::jsonb or exists (select from role_assignment mine
    where mine.tenant_id = banner.tenant_id and mine.user_id = ${userId} and banner.role_ids @> to_jsonb(mine.role_id)))`
  return scope
    .select('banner')
    .selectAll('banner')
    .where(sql<boolean>`${showingAt(now)} = 'shown'`)
    .where(isMeant)
    .orderBy('banner.position')
    .orderBy('banner.id')
    .execute()
}
