import type pg from 'pg'
import { createDeviceReader, type DeviceRow } from './deviceReader.ts'
import { createLinks } from './links.ts'
import { type Eui, keyOf, type KnownDevice } from './knownDevice.ts'

export interface Directory {
  /** The device of this name, not older than `maxAge` ms; null where there is none. Throws while the database is away. */
  find(name: Eui, maxAge: number): Promise<KnownDevice | null>
  /** What is known already, without asking. */
  known(name: Eui): KnownDevice | undefined
  /** The gateway that may speak for the enabled device of this name, and that device. */
  speakerFor(name: Eui): { gateway: KnownDevice; child: KnownDevice } | undefined
  forget(name: Eui): void
  /** Reads the devices that are kept anew; forgets those that `keep` does not want, and reports those that are gone or disabled. */
  refresh(keep: (device: KnownDevice) => boolean): Promise<KnownDevice[]>
  /** Reads those of these rows that are known anew, and what stands behind them; reports those that are gone or disabled. */
  reread(ids: ReadonlySet<number>): Promise<KnownDevice[]>
}

const MOST_AT_ONCE = 500

/** Knows the devices that have connected and those behind them, by tenant and eui. Look-ups of one moment are joined into one query. */
export function createDirectory(given: { pool: pg.Pool; clock: () => number }): Directory {
  const { clock } = given
  const reader = createDeviceReader(given.pool)
  const devices = new Map<string, KnownDevice>()
  const links = createLinks()
  const asked = new Map<string, { name: Eui; answer: PromiseWithResolvers<KnownDevice | null> }>()
  let asking = false
  /** The look-up under way: a change of what it reads is read anew after it. */
  let firstRead: Promise<unknown> = Promise.resolve()
  /** What is read anew is read in turns, so that an older answer never overtakes a newer one. */
  let turn: Promise<unknown> = Promise.resolve()

  function keep(row: DeviceRow): KnownDevice {
    const key = keyOf({ tenantId: row.tenant_id, eui: row.eui })
    const before = devices.get(key)
    const facts = {
      parentId: row.parent_id,
      areaId: row.area_id,
      type: row.device_type,
      name: row.name,
      secretHash: row.secret_hash,
      enabled: row.enabled_flag === 1,
      demo: row.demo,
      period: row.reporting_period,
      loadedAt: clock(),
    }
    // A device that was deleted and made again under the same name is another one.
    if (before && before.id !== row.id) links.leave(before)
    const device: KnownDevice =
      before?.id === row.id
        ? Object.assign(before, facts)
        : { id: row.id, tenantId: row.tenant_id, eui: row.eui, items: new Map(), calculations: [], children: new Map(), ...facts }
    devices.set(key, device)
    links.place(device)
    return device
  }

  /** Reads what stands behind these, and lets go of what no longer does. */
  async function readChildren(gateways: readonly KnownDevice[]): Promise<void> {
    const children = (await reader.behind(gateways)).map(keep)
    await reader.items(children)
    await reader.treatments(children)
    const found = new Set(children)
    for (const gateway of gateways) for (const child of gateway.children.values()) if (!found.has(child)) links.part(child)
  }

  async function readFirst(names: readonly Eui[]): Promise<Set<string>> {
    const fresh = (await reader.named(names)).map(keep)
    await Promise.all([reader.items(fresh).then(() => reader.treatments(fresh)), readChildren(fresh)])
    return new Set(fresh.map(keyOf))
  }

  async function ask(): Promise<void> {
    while (asked.size > 0) {
      const now = [...asked.entries()].slice(0, MOST_AT_ONCE)
      for (const [key] of now) asked.delete(key)
      const reading = readFirst(now.map(([, { name }]) => name))
      firstRead = reading.catch(() => undefined)
      try {
        const found = await reading
        for (const [key, { answer }] of now) {
          if (!found.has(key)) devices.delete(key)
          answer.resolve(devices.get(key) ?? null)
        }
      } catch (cause) {
        for (const [, { answer }] of now) answer.reject(cause)
      }
    }
    asking = false
  }

  async function reread(wanted: readonly KnownDevice[]): Promise<KnownDevice[]> {
    if (wanted.length === 0) return []
    const found = new Set((await reader.rows(wanted)).map((row) => keep(row).id))
    await reader.treatments(wanted)
    await readChildren(wanted)
    return wanted.filter(({ id, enabled }) => !found.has(id) || !enabled)
  }
  function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    const answer = turn.then(work)
    turn = answer.catch(() => undefined)
    return answer
  }

  return {
    find(name, maxAge) {
      const key = keyOf(name)
      const before = devices.get(key)
      // Either way: a clock that was set back must not make what is known look fresh until it has caught up.
      if (before && Math.abs(clock() - before.loadedAt) <= maxAge) return Promise.resolve(before)
      const waiting = asked.get(key)
      if (waiting) return waiting.answer.promise
      const answer = Promise.withResolvers<KnownDevice | null>()
      asked.set(key, { name, answer })
      if (!asking) {
        asking = true
        setImmediate(() => void ask())
      }
      return answer.promise
    },
    known: (name) => devices.get(keyOf(name)),
    speakerFor: (name) => links.speakerFor(name),
    forget(name) {
      const device = devices.get(keyOf(name))
      if (!device) return
      devices.delete(keyOf(name))
      links.leave(device)
    },
    refresh: (wanted) =>
      inTurn(() => {
        const kept: KnownDevice[] = []
        for (const [key, device] of devices) {
          const gateway = links.speakerFor(device)?.gateway
          if (wanted(device)) kept.push(device)
          else if (!gateway || !wanted(gateway)) {
            devices.delete(key)
            links.leave(device)
          }
        }
        return reread(kept)
      }),
    reread: (ids) =>
      inTurn(async () => {
        await firstRead
        return reread([...devices.values()].filter(({ id }) => ids.has(id)))
      }),
  }
}
