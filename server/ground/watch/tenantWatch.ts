import type { Kysely } from 'kysely'
import type { Happening } from '#machines/watch/watch'
import { isAway } from '../database/connection.ts'
import type { Database } from '../database/schema.ts'
import type { SparingLog } from '../sparingLog.ts'
import { type Entry, type Move, moved, nameOf } from './entry.ts'
import { forgetKept, type KeptRow, keptRow, writeKept } from './keptStates.ts'
import type { WatchKind, WatchStanding } from './kind.ts'
import { load } from './load.ts'
import type { Queryable } from './queryable.ts'

/** What is known is written so long after it moved, where nothing follows from it. */
const KEEP_AFTER_MS = 300_000
/** How often it is looked for what is to be written. */
const LOOK_MS = 30_000
/** What is under way is waited for so long before time alone judges. */
export const GRACE_MS = 1000
const FIRST_RETRY_MS = 200
const LAST_RETRY_MS = 5000
/** What is found one after another is written together: a transaction begins so long after the one before it, at the soonest. */
const PACE_MS = 100
/** Rows of one statement. */
const KEPT_AT_ONCE = 2000

/** Something that happened to an item, or to a device. */
export type Heard =
  | { readonly itemId: number; readonly at: number; readonly place: number; readonly value: number | null; readonly revises?: true }
  | { readonly deviceId: number; readonly happening: Extract<Happening, { kind: 'circuit' | 'presence' }> }

/** What is watched in one tenant. */
export interface TenantWatch {
  /** Whether what an item says is judged; while what is watched is being read, everything may be. */
  wants(itemId: number): boolean
  hear(heard: readonly Heard[]): void
  /** Reads anew what is watched; `forget` takes up what is kept instead of what is remembered, since something was missed. */
  reload(forget?: boolean): void
  /** Time passed. */
  tick(now: number): void
  standing(kind: string, ruleId: number): WatchStanding
  /** Resolves once all that was heard and reloaded so far is judged and written. */
  settled(): Promise<void>
  /** Writes what is not kept yet. */
  close(): Promise<void>
}

export function createTenantWatch(given: {
  tenantId: number
  kinds: readonly WatchKind[]
  db: Kysely<Database>
  pool: Queryable
  clock: () => number
  sparing: SparingLog
}): TenantWatch {
  const { tenantId, db, clock, sparing } = given
  const kinds = new Map(given.kinds.map((kind) => [kind.name, kind]))
  let entries = new Map<string, Entry>()
  let byItem = new Map<number, { entry: Entry; slot: number }[]>()
  let byDevice = new Map<number, Entry[]>()
  let byRule = new Map<string, Entry[]>()
  /** Heard while what is watched is being read. */
  let meanwhile: Heard[] | null = null
  let moves: Move[] = []
  let wantsReload: 'no' | 'yes' | 'forget' = 'no'
  /** Whose acts may be committed, though nobody heard so. */
  const unheard = new Set<WatchKind>()
  let working: Promise<void> | null = null
  let closed = false
  let earliest = Infinity
  let lookedAt = clock()
  /** When the last transaction began, by a clock that does not jump, ms. */
  let wroteAt = Number.NEGATIVE_INFINITY

  function index(): void {
    byItem = new Map()
    byDevice = new Map()
    byRule = new Map()
    for (const entry of entries.values()) {
      entry.watch.slots.forEach(({ itemId }, slot) => addTo(byItem, itemId, { entry, slot }))
      addTo(byRule, `${entry.kind}/${entry.ruleId}`, entry)
      if (entry.watch.leaves.some(({ kind }) => kind === 'circuit' || kind === 'offline')) addTo(byDevice, entry.deviceId, entry)
    }
  }

  /** Tells those of whose rules some watch other devices than before. */
  function tellBound(before: ReadonlyMap<string, readonly Entry[]>): void {
    const devicesOf = (some: readonly Entry[] = []) => [...new Set(some.map(({ deviceId }) => deviceId))].toSorted((a, b) => a - b).join()
    const changed = new Set<string>()
    for (const rule of new Set([...before.keys(), ...byRule.keys()])) {
      const [old, now] = [before.get(rule), byRule.get(rule)]
      if (devicesOf(old) !== devicesOf(now)) changed.add((now ?? old)![0]!.kind)
    }
    for (const kind of changed) kinds.get(kind)?.bound(tenantId)
  }

  function note(move: Move | null, entry: Entry): void {
    if (move !== null) moves.push(move)
    if (entry.wake !== null && entry.wake < earliest) earliest = entry.wake
  }

  function judge(heard: readonly Heard[]): void {
    const now = clock()
    const happened = new Map<Entry, Happening[]>()
    for (const one of heard) {
      if ('deviceId' in one) for (const entry of byDevice.get(one.deviceId) ?? []) addTo(happened, entry, one.happening)
      else {
        const { itemId, ...reading } = one
        for (const { entry, slot } of byItem.get(itemId) ?? []) addTo(happened, entry, { kind: 'reading', slot, ...reading })
      }
    }
    for (const [entry, happenings] of happened) note(moved(entry, entry.evaluator.take(happenings, now, now - GRACE_MS), now), entry)
    if (moves.length > 0) work()
  }

  async function readAnew(): Promise<void> {
    const forget = wantsReload === 'forget'
    wantsReload = 'no'
    meanwhile ??= []
    const now = clock()
    const loaded = await load(given.pool, { kinds: given.kinds, tenantId, before: forget ? new Map() : entries, now })
    entries = new Map(loaded.entries.map((entry) => [nameOf(entry), entry]))
    const before = byRule
    index()
    tellBound(before)
    for (const [entry, happenings] of loaded.missed) note(moved(entry, entry.evaluator.take(happenings, now, now - GRACE_MS), now), entry)
    const waiting = meanwhile
    meanwhile = null
    judge(waiting)
    for (const kind of unheard) kind.committedUnheard(tenantId)
    unheard.clear()
    await db.transaction().execute((transaction) => forgetKept(transaction, tenantId, loaded.gone))
  }

  /** Writes what follows, and what is known then, in one transaction. */
  async function write(): Promise<void> {
    const now = clock()
    const told = moves
    moves = []
    const dirty = new Set(told.map(({ entry }) => entry))
    for (const entry of entries.values())
      if (entry.dirtySince !== null && (closed || now - entry.dirtySince >= KEEP_AFTER_MS || entry.dirtySince > now)) dirty.add(entry)
    const rows: KeptRow[] = [...dirty].map(keptRow)
    for (const entry of dirty) entry.dirtySince = null
    try {
      const after: (() => void)[] = []
      await db.transaction().execute(async (transaction) => {
        after.length = 0
        for (const [name, kind] of kinds) {
          const own = told.filter(({ entry }) => entry.kind === name)
          if (own.length === 0) continue
          const of = ({ entry: { ruleId, version, deviceId, ordinal } }: Move) => ({ ruleId, version, deviceId, ordinal })
          const acts = own.flatMap((move) => move.actions.map((action) => ({ ...of(move), action })))
          const doubts = own.flatMap((move) => (move.unknown === null ? [] : [{ ...of(move), unknown: move.unknown }]))
          after.push(await kind.act(transaction, tenantId, { acts, doubts }, now))
        }
        for (let at = 0; at < rows.length; at += KEPT_AT_ONCE)
          await writeKept(transaction, tenantId, rows.slice(at, at + KEPT_AT_ONCE), now)
      })
      for (const tell of after) tell()
    } catch (cause) {
      if (isAway(cause)) {
        // It may be committed: what is kept says so, and nothing is judged before that is read.
        wantsReload = 'forget'
        for (const { entry } of told) unheard.add(kinds.get(entry.kind)!)
        moves = []
        meanwhile ??= []
      } else {
        // In the order in which they were found.
        moves = [...told, ...moves]
        for (const entry of dirty) entry.dirtySince ??= now
      }
      throw cause
    }
  }
  /** Waits for what is found meanwhile; what comes after a rest is written at once. */
  async function gather(): Promise<void> {
    const rest = wroteAt + PACE_MS - performance.now()
    if (rest > 0 && !closed) await new Promise((resolve) => setTimeout(resolve, rest))
    wroteAt = performance.now()
  }
  const isDue = (now: number) => [...entries.values()].some(({ dirtySince }) => dirtySince !== null && now - dirtySince >= KEEP_AFTER_MS)

  function work(): void {
    working ??= (async () => {
      let pause = FIRST_RETRY_MS
      while (wantsReload !== 'no' || moves.length > 0 || isDue(clock())) {
        const wanted = wantsReload
        try {
          // What was found under what was watched before is written before it is known under something else.
          if (moves.length > 0 || wantsReload === 'no') {
            await gather()
            await write()
          } else await readAnew()
          pause = FIRST_RETRY_MS
        } catch (cause) {
          if (wantsReload === 'no') wantsReload = wanted
          sparing.say(
            'error',
            'watching',
            { tenantId, cause: (cause as Error).message },
            'what is watched could not be read or written; trying again',
          )
          if (closed) return
          await new Promise((resolve) => setTimeout(resolve, pause))
          pause = Math.min(LAST_RETRY_MS, pause * 2)
        }
      }
    })().finally(() => (working = null))
  }

  return {
    wants: (itemId) => meanwhile !== null || byItem.has(itemId),
    hear(heard) {
      if (meanwhile !== null) meanwhile.push(...heard)
      else judge(heard)
    },
    reload(forget = false) {
      if (forget) wantsReload = 'forget'
      else if (wantsReload === 'no') wantsReload = 'yes'
      work()
    },
    tick(now) {
      if (meanwhile === null && now - GRACE_MS >= earliest) {
        earliest = Infinity
        for (const entry of entries.values()) {
          if (entry.wake !== null && entry.wake <= now - GRACE_MS) note(moved(entry, entry.evaluator.pass(now - GRACE_MS), now), entry)
          else if (entry.wake !== null && entry.wake < earliest) earliest = entry.wake
        }
      }
      if (moves.length > 0 || Math.abs(now - lookedAt) >= LOOK_MS) {
        lookedAt = now
        work()
      }
    },
    standing(kind, ruleId) {
      const own = byRule.get(`${kind}/${ruleId}`) ?? []
      return {
        watched: new Set(own.map(({ deviceId }) => deviceId)).size,
        unknown: new Set(own.filter(({ evaluator }) => evaluator.isUnknown()).map(({ deviceId }) => deviceId)).size,
      }
    },
    async settled() {
      while (working !== null) await working
    },
    async close() {
      closed = true
      while (working !== null) await working
      // What is remembered may be ahead of what was written: the next server takes up what is kept.
      if (wantsReload !== 'forget') await write().catch(() => undefined)
    },
  }
}

function addTo<Key, One>(groups: Map<Key, One[]>, key: Key, one: One): void {
  const group = groups.get(key)
  if (group) group.push(one)
  else groups.set(key, [one])
}
