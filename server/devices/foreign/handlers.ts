import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { keptMapping, type Mapping } from '#contract/devices/mapping'
import type { WordScope } from '#contract/devices/word'
import { hashSecret } from '../../ground/broker/secret.ts'
import { newToken } from '../../ground/broker/token.ts'
import { readPage } from '../../ground/database/page.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import type { Services } from '../../ground/services.ts'
import { findDevice, findFor, type Reader } from '../deviceRows.ts'
import { tryMapping } from './trial.ts'

const UNIQUE_VIOLATION = '23505'

/** Turns the database's own word on a taken token into the call's. */
async function refusingTakenToken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    const { code, constraint } = cause as { code?: string; constraint?: string }
    if (code === UNIQUE_VIOLATION && constraint === 'device_token') throw new CallFailure('error.device.tokenTaken')
    throw cause
  }
}

async function keptOf(scope: Scope, reader: Reader, id: number) {
  const { id: found } = await findDevice(scope, reader, id)
  const row = await scope
    .select('device')
    .select(['device.mapping', 'device.token_hash', 'device.object_version_number'])
    .where('device.id', '=', found)
    .executeTakeFirstOrThrow()
  return {
    mapping: keptMapping(row.mapping),
    hasToken: row.token_hash !== null,
    objectVersionNumber: row.object_version_number,
  }
}

/** Makes the switches of circuits that are mapped: a device may say how one stands only once it changes. Answers the new ones. */
async function makeSwitches(scope: Scope, device: { id: number; device_type: string }, { circuits }: Mapping): Promise<number[]> {
  if (circuits.length === 0) return []
  const made = await sql<{ id: number }>`
    insert into switch (tenant_id, device_id, area_id, circuit, kind)
    select d.tenant_id, d.id, d.area_id, n.circuit, ${device.device_type === 'aerator_ii' ? 'aerator' : 'ordinary'}
    from device d cross join unnest(${circuits.map(({ circuit }) => circuit)}::int[]) as n(circuit)
    where d.tenant_id = ${scope.tenantId} and d.id = ${device.id}
    on conflict (device_id, circuit) do nothing returning id`.execute(scope.raw)
  return made.rows.map(({ id }) => id)
}

/** Devices that speak a protocol which is not ours. */
export function foreignHandlers(services: Pick<Services, 'live' | 'broker' | 'clock' | 'config'>): Handlers<CallGroups['foreign']> {
  const { live, broker } = services

  /** Writes the token's hash and ends the connections that it no longer opens. */
  async function setToken(asking: Parameters<Handlers<CallGroups['foreign']>['endToken']>[1], id: number, hash: string | null) {
    const { tenantId } = asking.grant
    const row = await refusingTakenToken(() =>
      asking.inTenant(async (scope) => {
        const found = await findFor('edit', scope, asking, id)
        await scope.update('device').set({ token_hash: hash }).where('device.id', '=', found.id).execute()
        return found
      }),
    )
    broker.dropDevice({ tenantId, eui: row.eui })
    live.changed(tenantId, 'gateway', row.id, row.area_id)
  }

  return {
    async token({ params, body }, asking) {
      const token = body.token ?? newToken()
      await setToken(asking, params.id, hashSecret(token))
      return { token }
    },

    async endToken({ params }, asking) {
      await setToken(asking, params.id, null)
      return 1
    },

    mapping: ({ params }, asking) => asking.inTenant((scope) => keptOf(scope, asking, params.id)),

    async setMapping({ params, body }, asking) {
      const { tenantId } = asking.grant
      const { row, made, turns, kept } = await asking.inTenant(async (scope) => {
        const found = await findFor('edit', scope, asking, params.id)
        const before = await keptOf(scope, asking, found.id)
        const { numUpdatedRows } = await scope
          .update('device')
          .set({ mapping: JSON.stringify(body.mapping), object_version_number: sql`device.object_version_number + 1` })
          .where('device.id', '=', found.id)
          .where('device.object_version_number', '=', body.objectVersionNumber)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new CallFailure('error.version.stale')
        return {
          row: found,
          made: await makeSwitches(scope, found, body.mapping),
          turns: before.mapping.protocol !== body.mapping.protocol,
          kept: await keptOf(scope, asking, found.id),
        }
      })
      // A connection speaks what it spoke at its sign-in.
      if (turns) broker.dropDevice({ tenantId, eui: row.eui })
      live.changed(tenantId, 'gateway', row.id, row.area_id)
      for (const id of made) live.changed(tenantId, 'switch', id, row.area_id)
      return kept
    },

    tryMapping: ({ params, body }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findFor('edit', scope, asking, params.id)
        const items = await scope.select('item').select('item.code').where('item.device_id', '=', device.id).execute()
        const codes = items.map(({ code }) => code)
        return tryMapping(body, codes, { now: services.clock(), retention: services.config.retention.readings })
      }),

    words: ({ params, query }, asking) =>
      asking.inTenant(async (scope) => {
        const device = await findDevice(scope, asking, params.id)
        const rows = scope.select('device_word').where('device_word.device_id', '=', device.id)
        const answer = await readPage(query, rows, (all) =>
          all.select(['scope', 'name', 'value', 'at']).orderBy('device_word.scope').orderBy('device_word.name'),
        )
        return { ...answer, content: answer.content.map((row) => ({ ...row, scope: row.scope as WordScope })) }
      }),
  }
}
