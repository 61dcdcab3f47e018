import type pg from 'pg'
import { keptMapping } from '#contract/devices/mapping'
import { createDeviceReader, type DeviceRow } from './deviceReader.ts'
import { joinLooks } from './joinLooks.ts'
import { createLinks } from './links.ts'
import { type Eui, keyOf, type KnownDevice, knownClock } from './knownDevice.ts'

export interface Directory {
  /** The device of this name, not older than `maxAge` ms; null where there is none. Throws while the database is away. */
  find(name: Eui, maxAge: number): Promise<KnownDevice | null>
  /** The device that has the access token of this hash, as of now; of all else it is as of `find`. */
  withToken(hash: string, maxAge: number): Promise<KnownDevice | null>
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

/** Knows the devices that have connected and those behind them, by tenant and eui. Look-ups of one moment are joined into one query. */
export function createDirectory(given: { pool: pg.Pool; clock: () => number }): Directory {
  const { clock } = given
  const reader = createDeviceReader(given.pool)
  const devices = new Map<string, KnownDevice>()
  const links = createLinks()
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
      tokenHash: row.token_hash,
      mapping: keptMapping(row.mapping),
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
        : {
            id: row.id,
            tenantId: row.tenant_id,
            eui: row.eui,
            items: new Map(),
            calculations: [],
            children: new Map(),
            clock: knownClock(row.clock?.offset),
            ...facts,
          }
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

  const look = joinLooks<Eui, KnownDevice | null>(keyOf, async (names) => {
    const reading = readFirst(names)
    firstRead = reading.catch(() => undefined)
    const found = await reading
    for (const key of names.map(keyOf)) if (!found.has(key)) devices.delete(key)
    return (key) => devices.get(key) ?? null
  })
  const nameOfToken = joinLooks<string, Eui | undefined>(
    (hash) => hash,
    async (hashes) => {
      const names = await reader.tokens(hashes)
      return (hash) => names.get(hash)
    },
  )

  async function reread(wanted: readonly KnownDevice[]): Promise<KnownDevice[]> {
    if (wanted.length === 0) return []
    const rows = await reader.rows(wanted)
    for (const row of rows) keep(row)
    await reader.treatments(wanted)
    await readChildren(wanted)
    // By what was read: a device that was forgotten meanwhile is kept as another object, and this one says what was true before.
    const open = new Set(rows.flatMap(({ id, enabled_flag }) => (enabled_flag === 1 ? [id] : [])))
    return wanted.filter(({ id }) => !open.has(id))
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
      return look(name)
    },
    async withToken(hash, maxAge) {
      const name = await nameOfToken(hash)
      return name === undefined ? null : this.find(name, maxAge)
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
