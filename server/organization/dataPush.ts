import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import type { PermissionCode } from '#contract/core/call'
import {
  MOST_PUSHES,
  PUSH_CREATE,
  PUSH_DELETE,
  PUSH_EDIT,
  PUSH_READ,
  type PushBody,
  type PushFigures,
  type PushLetter,
  type PushTarget,
  SECRET_LONGEST,
} from '#contract/organization/dataPush'
import type { Context } from '../ground/contents.ts'
import { besideField } from '../ground/crud/rules.ts'
import { answerPage } from '../ground/database/page.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import { faultyField } from '../ground/http/faults.ts'
import type { Asking, Handlers } from '../ground/http/handler.ts'
import { openKeys } from '../ground/push/keys.ts'
import { cancelChange, changeSecret, finishChange, isChanging, type SecretColumns } from '../ground/push/overlap.ts'
import { createPushes, type Pushes } from '../ground/push/pushes.ts'
import { purposeOf, targetOf, type TargetRow } from '../ground/push/target.ts'
import { newKeyId, newSecret, wordDelivery } from '../ground/push/word.ts'
import { createSeal } from '../ground/seal.ts'
import { createPushTrial, isCalled, receiverOf, sampleOf } from './dataPushTrial.ts'

type Row = TargetRow & { readonly name: string; readonly header_names: string[]; readonly object_version_number: number }

const toTarget = (row: Row, now: number): PushTarget => ({
  id: row.id,
  name: row.name,
  kind: row.kind as PushTarget['kind'],
  address: row.address,
  format: row.format as PushTarget['format'],
  topic: row.topic,
  userName: row.user_name,
  passwordSet: row.password !== null,
  keyId: row.key_id,
  oldSecret: isChanging(row, now) ? { keyId: row.old_key_id!, until: row.old_secret_until! } : null,
  headerNames: row.header_names,
  sources: row.sources as PushTarget['sources'],
  areaIds: row.area_ids.map(Number),
  deviceTypes: row.device_types,
  deviceIds: row.device_ids.map(Number),
  codes: row.item_codes,
  things: row.things,
  batchSize: row.batch_size,
  intervalSeconds: row.interval_seconds,
  retentionHours: row.retention_hours,
  enabledFlag: row.enabled_flag,
  objectVersionNumber: row.object_version_number,
})

/** What is sent knows no bases: only who acts in every one may have to do with it. */
function mustActEverywhere({ grant }: Asking, ...codes: readonly PermissionCode[]): void {
  if (grant.areasFor(codes) !== null) throw new CallFailure('error.permission.denied')
}
/** To anybody else a receiver is not there. */
function mustSeeAll({ grant }: Asking, ...codes: readonly PermissionCode[]): void {
  if (grant.areasFor(codes) !== null) throw notFound()
}

async function readPush({ raw, tenantId }: Scope, id: number): Promise<Row> {
  const { rows } = await sql<Row>`select * from push_target where tenant_id = ${tenantId} and id = ${id}`.execute(raw)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Whom what happens is sent to, and how that stands. */
export function dataPushHandlers(
  context: Pick<Context, 'servicePool' | 'serviceDb' | 'clock' | 'log' | 'live' | 'config' | 'secrets' | 'atEnd' | 'wanted' | 'isPressed'>,
  make: typeof createPushes = createPushes,
): Handlers<CallGroups['dataPush']> {
  const { clock, live, secrets } = context
  const seal = createSeal(context.serviceDb)
  const leash = { allow: context.config.alarms.allow }
  const pushes: Pushes = make({ pool: context.servicePool, seal, clock, log: context.log, live, leash, isPressed: context.isPressed })
  context.atEnd(() => pushes.close())
  const trial = createPushTrial({ leash, clock })

  const told = async (tenantId: number, id: number) => {
    pushes.wake()
    // What a device says from the answer on is sent.
    await context.wanted.reread()
    live.changed(tenantId, 'dataPush', id, null)
  }

  /** What a form says of secrets, read. */
  const given = (body: PushBody, { language }: Asking) => {
    const read = (field: 'secret' | 'password') => secrets.readKept(body[field], { field, longest: SECRET_LONGEST, language })
    const secret = read('secret')
    if (secret === '') throw faultyField(language, 'secret', 'required')
    return { secret, password: read('password') }
  }

  async function mustBeCalled(body: PushBody, { language }: Asking): Promise<void> {
    if (!(await isCalled(body, leash))) throw faultyField(language, 'address', 'pushAddress')
  }

  const facts = (body: PushBody) => ({
    name: body.name.trim(),
    kind: body.kind,
    address: body.address.trim(),
    format: body.format,
    topic: body.kind === 'mqtt' ? body.topic.trim() : '',
    user_name: body.kind === 'mqtt' ? body.userName : '',
    header_names: body.kind === 'mqtt' ? [] : body.headers.map(({ name }) => name),
    sources: [...new Set(body.sources)],
    area_ids: body.areaIds,
    device_types: body.deviceTypes,
    device_ids: body.deviceIds,
    item_codes: body.codes,
    things: body.things,
    batch_size: body.batchSize,
    interval_seconds: body.intervalSeconds,
    retention_hours: body.retentionHours,
    enabled_flag: body.enabledFlag,
  })
  const taken = (asking: Asking) => (cause: unknown) => {
    const { code, constraint = '' } = cause as { code?: string; constraint?: string }
    throw code === '23505' && constraint.includes('name') ? besideField(asking, 'error.record.taken', 'name', 'taken') : cause
  }

  /** What is kept goes to where it was given for: for another place it is given anew. */
  function mustBeGivenAnew(body: PushBody, now: ReturnType<typeof given>, before: Row, { language }: Asking): void {
    if (isSamePlace(before.address, body.address)) return
    if (body.kind === 'mqtt' && before.password !== null && now.password === null) throw faultyField(language, 'password', 'required')
    if (body.kind !== 'mqtt' && body.headers.some(({ value }) => value === null)) throw faultyField(language, 'headers', 'required')
  }

  /** The columns of another secret; while one is being changed, nobody would know which of three is the one that a receiver has. */
  async function anotherSecret(before: Row, secret: string, overlapHours: number) {
    const now = clock()
    if (overlapHours > 0 && isChanging(before, now)) throw new CallFailure('error.dataPush.changing')
    const sealed = await seal.seal(purposeOf(before.id, 'secret'), secret)
    return changeSecret(before, { secret: sealed, keyId: newKeyId(), overlapHours, now })
  }

  /** Writes the secret of a receiver as `next` says, under the fence of its version. */
  async function changedSecret(
    { id }: { id: number },
    version: number,
    asking: Asking,
    next: (before: Row) => Promise<Partial<SecretColumns>> | Partial<SecretColumns>,
  ): Promise<PushTarget> {
    mustSeeAll(asking, PUSH_EDIT)
    const saved = await asking.inTenant(async (scope) => {
      const before = await readPush(scope, id)
      if (before.object_version_number !== version) throw new CallFailure('error.version.stale')
      const row = await scope
        .update('push_target')
        .set({ ...(await next(before)), object_version_number: version + 1 })
        .where('push_target.id', '=', id)
        .where('push_target.object_version_number', '=', version)
        .returning('push_target.id')
        .executeTakeFirst()
      if (!row) throw new CallFailure('error.version.stale')
      return toTarget(await readPush(scope, id), clock())
    })
    await told(asking.grant.tenantId, id)
    return saved
  }
  const mustBeChanging = (before: Row): void => {
    if (!isChanging(before, clock())) throw new CallFailure('error.dataPush.notChanging')
  }

  /** The sealed columns of a row. */
  async function sealed(id: number, body: PushBody, now: ReturnType<typeof given>, before: Row | null) {
    const isMqtt = body.kind === 'mqtt'
    const headers = isMqtt ? {} : openHeaders(body, before === null ? {} : (await openKeys(seal, targetOf(before), clock())).headers)
    return {
      headers: Object.keys(headers).length === 0 ? null : await seal.seal(purposeOf(id, 'headers'), JSON.stringify(headers)),
      password:
        !isMqtt || now.password === ''
          ? null
          : now.password === null
            ? (before?.password ?? null)
            : await seal.seal(purposeOf(id, 'password'), now.password),
    }
  }

  return {
    async list(_, asking) {
      mustActEverywhere(asking, PUSH_READ)
      return asking.inTenant(async ({ raw, tenantId }) => {
        const { rows } = await sql<Row>`select * from push_target where tenant_id = ${tenantId} order by name, id`.execute(raw)
        return rows.map((row) => toTarget(row, clock()))
      })
    },

    async add({ body }, asking) {
      mustActEverywhere(asking, PUSH_CREATE)
      const now = given(body, asking)
      await mustBeCalled(body, asking)
      const made = now.secret === null ? newSecret() : null
      const saved = await asking
        .inTenant(async (scope) => {
          await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow pushes ${scope.tenantId}`}, 0))`.execute(scope.raw)
          const { rows } = await sql<{ n: number }>`select count(*)::int as n from push_target where tenant_id = ${scope.tenantId}`.execute(
            scope.raw,
          )
          if (rows[0]!.n >= MOST_PUSHES) throw new CallFailure('error.dataPush.most', { most: MOST_PUSHES })
          const { id } = await scope
            .insert('push_target', [{ ...facts(body), key_id: newKeyId() }])
            .returning('push_target.id')
            .executeTakeFirstOrThrow()
          await scope
            .update('push_target')
            .set({ ...(await sealed(id, body, now, null)), secret: await seal.seal(purposeOf(id, 'secret'), made ?? now.secret!) })
            .where('push_target.id', '=', id)
            .execute()
          return toTarget(await readPush(scope, id), clock())
        })
        .catch(taken(asking))
      await told(asking.grant.tenantId, saved.id)
      return { ...saved, secretOnce: made }
    },

    async edit({ params, body }, asking) {
      mustSeeAll(asking, PUSH_EDIT)
      const now = given(body, asking)
      await mustBeCalled(body, asking)
      const saved = await asking
        .inTenant(async (scope) => {
          const before = await readPush(scope, params.id)
          mustBeGivenAnew(body, now, before, asking)
          if (before.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
          const secret = now.secret === null ? {} : await anotherSecret(before, now.secret, body.overlapHours)
          const row = await scope
            .update('push_target')
            .set({
              ...facts(body),
              ...(await sealed(params.id, body, now, before)),
              ...secret,
              object_version_number: body.objectVersionNumber + 1,
            })
            .where('push_target.id', '=', params.id)
            .where('push_target.object_version_number', '=', body.objectVersionNumber)
            .returning('push_target.id')
            .executeTakeFirst()
          if (!row) throw new CallFailure('error.version.stale')
          return toTarget(await readPush(scope, params.id), clock())
        })
        .catch(taken(asking))
      await told(asking.grant.tenantId, saved.id)
      return saved
    },

    async renewSecret({ params, body }, asking) {
      const secretOnce = newSecret()
      const saved = await changedSecret(params, body.objectVersionNumber, asking, (before) =>
        anotherSecret(before, secretOnce, body.overlapHours),
      )
      return { ...saved, secretOnce }
    },

    finishSecret: ({ params, body }, asking) =>
      changedSecret(params, body.objectVersionNumber, asking, (before) => {
        mustBeChanging(before)
        return finishChange()
      }),

    cancelSecret: ({ params, body }, asking) =>
      changedSecret(params, body.objectVersionNumber, asking, (before) => {
        mustBeChanging(before)
        return cancelChange(before)
      }),

    async remove({ params }, asking) {
      mustSeeAll(asking, PUSH_DELETE)
      await asking.inTenant(async (scope) => {
        await readPush(scope, params.id)
        await scope.remove('push_target').where('push_target.id', '=', params.id).execute()
      })
      await told(asking.grant.tenantId, params.id)
      return 1
    },

    async sample({ body }, asking) {
      mustActEverywhere(asking, PUSH_CREATE, PUSH_EDIT)
      const delivery = await asking.inTenant((scope) => sampleOf(scope, body, clock()))
      return { records: delivery.n, messages: wordDelivery(receiverOf(body, asking.grant.tenantId, '', null), delivery) }
    },

    async trial({ body }, asking) {
      if (body.id === null) mustActEverywhere(asking, PUSH_CREATE, PUSH_EDIT)
      else mustSeeAll(asking, PUSH_CREATE, PUSH_EDIT)
      const { tenantId } = asking.grant
      const now = given(body, asking)
      const [delivery, before] = await asking.inTenant(async (scope) => [
        await sampleOf(scope, body, clock()),
        body.id === null ? null : await readPush(scope, body.id),
      ])
      const kept = before === null ? null : await openKeys(seal, targetOf(before), clock())
      // What was kept goes to where it was kept for, and nowhere else.
      const isSame = before !== null && isSamePlace(before.address, body.address)
      const keys = {
        secret: now.secret ?? kept?.secret ?? '',
        // A secret that is typed is tried alone: whether the receiver knows it already is what is asked.
        oldSecret: now.secret === null ? (kept?.oldSecret ?? null) : null,
        password: now.password === null ? (isSame ? kept!.password : null) : now.password || null,
        headers: openHeaders(body, isSame ? kept!.headers : {}),
      }
      return trial(receiverOf(body, tenantId, before?.key_id ?? '', before?.old_key_id ?? null), delivery, keys)
    },

    async figures(_, asking) {
      mustActEverywhere(asking, PUSH_READ)
      const now = pushes.figuresOf(asking.grant.tenantId)
      return asking.inTenant(async ({ raw, tenantId }) => {
        const { rows } = await sql<
          Omit<PushFigures, 'state' | 'waiting' | 'oldestAt' | 'perMinute'> & { enabled: number; attempts: number | null }
        >`select t.id, t.enabled_flag as enabled, p.delivered, p.dropped, p.success_at as "successAt", p.error_at as "errorAt", p.why, p.code,
            (select count(*)::int from push_delivery d where d.target_id = t.id and d.state = 'dead') as "deadLetters",
            p.failing_since as "failingSince", first.attempts, first.next_at as "nextTryAt"
          from push_target t join push_progress p on p.target_id = t.id
          left join lateral (select attempts, next_at from push_delivery d where d.target_id = t.id and d.state = 'waiting'
            order by nth limit 1) first on true
          where t.tenant_id = ${tenantId} order by t.name, t.id`.execute(raw)
        return rows.map(({ enabled, attempts, failingSince, nextTryAt, ...row }) => {
          const one = now.get(row.id)
          // What is kept says so, whichever server sends.
          const isFailing = enabled !== 0 && attempts !== null && attempts > 0
          const state = enabled === 0 ? 'off' : isFailing ? 'failing' : one?.isSending ? 'sending' : 'calm'
          const failing = isFailing ? { failingSince, nextTryAt } : { failingSince: null, nextTryAt: null }
          return { ...row, ...failing, state, waiting: one?.waiting ?? 0, oldestAt: one?.oldestAt ?? null, perMinute: one?.perMinute ?? 0 }
        })
      })
    },

    async tryNow({ params }, asking) {
      mustSeeAll(asking, PUSH_EDIT)
      await asking.inTenant(async (scope) => {
        await readPush(scope, params.id)
        await sql`update push_delivery set next_at = 0 where tenant_id = ${scope.tenantId} and target_id = ${params.id}
          and state = 'waiting'`.execute(scope.raw)
      })
      pushes.wake()
      live.changed(asking.grant.tenantId, 'dataPushFigure', null, null)
      return 1
    },

    async letters({ params, query }, asking) {
      mustSeeAll(asking, PUSH_READ)
      return asking.inTenant(async (scope) => {
        await readPush(scope, params.id)
        return answerPage(await lettersOf(scope, params.id, null), query)
      })
    },

    async letter({ params }, asking) {
      mustSeeAll(asking, PUSH_READ)
      return asking.inTenant(async (scope) => {
        const [found] = await lettersOf(scope, params.id, params.uuid)
        if (!found) throw notFound()
        const { rows } = await sql<{ body: string }>`select records as body from push_delivery
          where tenant_id = ${scope.tenantId} and id = ${params.uuid}`.execute(scope.raw)
        return { ...found, body: rows[0]!.body }
      })
    },

    async resend({ params }, asking) {
      mustSeeAll(asking, PUSH_EDIT)
      await asking.inTenant(async ({ raw, tenantId }) => {
        const { numAffectedRows } = await sql`update push_delivery
          set state = 'waiting', resent = true, attempts = 0, declines = 0, next_at = 0, first_at = ${clock()}, dead_at = null
          where tenant_id = ${tenantId} and target_id = ${params.id} and id = ${params.uuid} and state = 'dead'`.execute(raw)
        if (numAffectedRows !== 1n) throw notFound()
      })
      pushes.wake()
      live.changed(asking.grant.tenantId, 'dataPushFigure', null, null)
      return 1
    },

    async dropLetter({ params }, asking) {
      mustSeeAll(asking, PUSH_DELETE)
      await asking.inTenant(async ({ raw, tenantId }) => {
        const { numAffectedRows } = await sql`delete from push_delivery
          where tenant_id = ${tenantId} and target_id = ${params.id} and id = ${params.uuid} and state = 'dead'`.execute(raw)
        if (numAffectedRows !== 1n) throw notFound()
      })
      live.changed(asking.grant.tenantId, 'dataPushFigure', null, null)
      return 1
    },
  }
}

const placeOf = (address: string) => {
  const { protocol, host } = new URL(address)
  return `${protocol}//${host}`
}
const isSamePlace = (one: string, other: string): boolean => URL.canParse(one) && URL.canParse(other) && placeOf(one) === placeOf(other)

function openHeaders({ headers }: Pick<PushBody, 'headers'>, before: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    headers.flatMap(({ name, value }) => {
      const kept = value ?? before[name]
      return kept === undefined ? [] : [[name, kept]]
    }),
  )
}

/** What was refused, the newest first: of a receiver a few hundred are kept. */
async function lettersOf({ raw, tenantId }: Scope, targetId: number, id: string | null): Promise<PushLetter[]> {
  const { rows } =
    await sql<PushLetter>`select id as "deliveryId", n as records, created_at as "createdAt", dead_at as "deadAt", attempts, resent,
      why, code, said from push_delivery where tenant_id = ${tenantId} and target_id = ${targetId} and state = 'dead'
      and (${id}::uuid is null or id = ${id}::uuid) order by dead_at desc, nth desc`.execute(raw)
  return rows
}
