import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { fileUrlOf } from '#contract/media/files'
import { BRAND_PICTURES, type Corporation, CORPORATION_EDIT } from '#contract/organization/corporation'
import type { Context } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import { type Scope, scopeOf } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { answerBytes } from '../ground/files/answerBytes.ts'
import { mustBePictures } from '../ground/files/mustBePictures.ts'
import { keyOf } from '../ground/files/storage.ts'
import { sayUses } from '../ground/files/uses.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { publicPace } from '../ground/http/publicPace.ts'

/** A sign-in page asks for four; many people of one place may stand behind one address. */
const ASKS_A_MINUTE = 1000
/** A logo that was changed has another address. */
const A_WHILE = 'public, max-age=3600'
/** How the tenant's console introduces itself stands in its deployment, which the sign-in page reads. */
const DEPLOYED = [...BRAND_PICTURES, 'loginTitle', 'copyright', 'defaultLanguage'] as const

async function read(scope: Pick<Scope, 'raw' | 'tenantId'>): Promise<Corporation> {
  const row = await scope.raw
    .selectFrom('corporation')
    .innerJoin('tenant', 'tenant.id', 'corporation.tenant_id')
    .selectAll('corporation')
    .select(['tenant.name', 'tenant.num', 'tenant.domain', 'tenant.time_zone', 'tenant.deployment'])
    .where('corporation.tenant_id', '=', scope.tenantId)
    .executeTakeFirstOrThrow()
  const brand = (name: (typeof DEPLOYED)[number]) => row.deployment[name] ?? null
  return {
    tenantName: row.name,
    tenantNum: row.num,
    englishName: row.english_name,
    creditCode: row.credit_code,
    legalPerson: row.legal_person,
    address: row.address,
    contact: row.contact,
    phone: row.phone,
    licences: row.licences,
    domain: row.domain,
    loginTitle: brand('loginTitle'),
    copyright: brand('copyright'),
    loginLogo: brand('loginLogo'),
    titleLoginLogo: brand('titleLoginLogo'),
    workLogo: brand('workLogo'),
    favicon: brand('favicon'),
    defaultLanguage: brand('defaultLanguage') === 'en-US' ? 'en-US' : 'zh-CN',
    timeZone: row.time_zone,
    objectVersionNumber: row.object_version_number,
  }
}

const texts = (of: Pick<Corporation, 'licences' | (typeof BRAND_PICTURES)[number]>) => [
  ...of.licences,
  ...BRAND_PICTURES.map((name) => of[name]),
]
const orNull = (given: string | null) => given?.trim() || null

/** New pictures are the tenant's own; what stood there before may be from elsewhere. */
async function mustBeOurs(scope: Scope, asking: Asking, given: Parameters<typeof texts>[0], before: Corporation): Promise<void> {
  const known = new Set(texts(before))
  for (const field of ['licences', ...BRAND_PICTURES] as const) {
    const named = [given[field]].flat().filter((url) => url !== null && !known.has(url)) as string[]
    await mustBePictures(scope, asking, named, field)
  }
}

/** What an enterprise says of itself. A request may not write the tenant's own row, so all of it is the service role's to write, in the caller's name. */
export function corporationHandlers({
  serviceDb,
  files,
  live,
  clock,
}: Pick<Context, 'serviceDb' | 'files' | 'live' | 'clock'>): Handlers<CallGroups['corporation']> {
  const pace = publicPace(ASKS_A_MINUTE, clock)
  return {
    get: (_, { inTenant }) => inTenant(read),

    async update({ body }, asking) {
      const { tenantId } = asking.grant
      if (asking.grant.areasFor([CORPORATION_EDIT]) !== null) throw new CallFailure('error.permission.denied')
      const saved = await asking.inOwnName(serviceDb, async (raw) => {
        const scope = scopeOf(raw, tenantId, null)
        await raw.selectFrom('corporation').select('tenant_id').where('tenant_id', '=', tenantId).forUpdate().execute()
        const before = await read(scope)
        if (before.objectVersionNumber !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        await mustBeOurs(scope, asking, body, before)
        const zone = await sql`select from pg_timezone_names where name = ${body.timeZone}`.execute(raw)
        if (zone.rows.length === 0) throw besideField(asking, 'error.input.invalid', 'timeZone', 'timeZone')
        await raw
          .updateTable('corporation')
          .set({
            english_name: orNull(body.englishName),
            credit_code: body.creditCode,
            legal_person: orNull(body.legalPerson),
            address: orNull(body.address),
            contact: orNull(body.contact),
            phone: body.phone,
            licences: JSON.stringify(body.licences),
            object_version_number: before.objectVersionNumber + 1,
          })
          .where('tenant_id', '=', tenantId)
          .execute()
        const deployment = Object.fromEntries(DEPLOYED.map((name) => [name, orNull(body[name])]))
        await raw
          .updateTable('tenant')
          .set({
            name: body.tenantName.trim(),
            domain: body.domain,
            time_zone: body.timeZone,
            deployment: sql`deployment || ${JSON.stringify(deployment)}::jsonb`,
          })
          .where('id', '=', tenantId)
          .execute()
          .catch((cause: unknown) => {
            const { code, constraint = '' } = cause as { code?: string; constraint?: string }
            throw code === '23505' && constraint.includes('domain') ? besideField(asking, 'error.conflict', 'domain', 'taken') : cause
          })
        await sayUses(raw, { tenantId, table: 'corporation', id: tenantId }, { texts: texts(body) }, { texts: texts(before) })
        return read(scope)
      })
      live.changed(tenantId, 'corporation', null, null)
      return saved
    },

    async brandPicture({ params: { t, uuid } }, asking) {
      if (!pace.take(asking.address)) throw new CallFailure('error.busy')
      const tenant = await serviceDb.selectFrom('tenant').select('deployment').where('id', '=', t).executeTakeFirst()
      const url = fileUrlOf(t, uuid)
      if (!tenant || !BRAND_PICTURES.some((name) => tenant.deployment[name] === url)) throw notFound()
      const file = await serviceDb
        .selectFrom('file')
        .select(['name', 'content_type', 'bytes', 'sha256'])
        .where('tenant_id', '=', t)
        .where('id', '=', uuid)
        .where('content_type', 'like', 'image/%')
        .executeTakeFirst()
      if (!file) throw notFound()
      return answerBytes(
        {
          contentType: file.content_type,
          name: file.name,
          bytes: file.bytes,
          etag: `"${file.sha256}"`,
          cache: A_WHILE,
          open: (range) => files.storage.open(keyOf(t, uuid), range),
        },
        asking,
      )
    },
  }
}
