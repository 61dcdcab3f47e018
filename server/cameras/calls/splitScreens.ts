import { sql } from 'kysely'
import { MOST_TEMPLATES, type Split, type SplitScreen } from '#contract/cameras/splitScreen'
import type { CallGroups } from '#contract/calls'
import type { Context } from '../../ground/contents.ts'
import { mustSeeBase } from '../../ground/database/asked.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking, Handlers } from '../../ground/http/handler.ts'
import { briefRows } from '../cameraRows.ts'

const UNIQUE_VIOLATION = '23505'
const columns = [
  'camera_split.id',
  'camera_split.area_id',
  'camera_split.name',
  'camera_split.split',
  'camera_split.camera_ids',
  'camera_split.object_version_number',
] as const
type Facts = Pick<SplitScreen, 'areaId' | 'name' | 'split' | 'cameraIds'>
interface Row {
  readonly id: number
  readonly area_id: number
  readonly name: string
  readonly split: number
  readonly camera_ids: (number | null)[]
  readonly object_version_number: number
}
const ownRows = (scope: Scope, { caller }: Asking) =>
  scope.select('camera_split').select(columns).where('camera_split.user_id', '=', caller.userId)

const camerasIn = (rows: readonly Pick<Row, 'camera_ids'>[]) => [
  ...new Set(rows.flatMap((row) => row.camera_ids.filter((id) => id !== null))),
]
async function seenOf(scope: Scope, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  return new Set(
    (
      await briefRows(scope)
        .where('device.id', 'in', [...ids])
        .execute()
    ).map(({ id }) => id),
  )
}
/** A place whose camera is gone, or is the caller's no more, is empty. */
const toSplit = (row: Row, seen: ReadonlySet<number>): SplitScreen => ({
  id: row.id,
  areaId: row.area_id,
  name: row.name,
  split: row.split as Split,
  cameraIds: row.camera_ids.map((id) => (id !== null && seen.has(id) ? id : null)),
  objectVersionNumber: row.object_version_number,
})

/** The callers' own templates of pictures side by side. */
export function splitScreenHandlers({ live }: Context): Handlers<CallGroups['splitScreen']> {
  async function mustBeLawful(scope: Scope, { language }: Asking, { areaId, cameraIds }: Facts): Promise<Set<number>> {
    await mustSeeBase(scope, areaId)
    const ids = camerasIn([{ camera_ids: [...cameraIds] }])
    const seen = await seenOf(scope, ids)
    if (seen.size < ids.length) throw besideField(language, 'cameraIds', 'error.camera.unknown')
    return seen
  }
  /** Until the transaction ends nobody else adds one for the caller. */
  async function mustHaveRoom(scope: Scope, asking: Asking, areaId: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`furrow splits ${asking.caller.userId}`}, 0))`.execute(scope.raw)
    const own = await ownRows(scope, asking).where('camera_split.area_id', '=', areaId).execute()
    if (own.length >= MOST_TEMPLATES) throw new CallFailure('error.camera.mostSplits', { most: MOST_TEMPLATES })
  }
  async function writing(asking: Asking, act: (scope: Scope) => Promise<SplitScreen>): Promise<SplitScreen> {
    try {
      const saved = await asking.inTenant(act)
      live.changed(asking.grant.tenantId, 'cameraSplit', saved.id, saved.areaId)
      return saved
    } catch (cause) {
      if ((cause as { code?: string }).code === UNIQUE_VIOLATION) throw besideField(asking.language, 'name', 'error.camera.splitTaken')
      throw cause
    }
  }
  const columnsOf = ({ areaId, name, split, cameraIds }: Facts) => ({
    area_id: areaId,
    name: name.trim(),
    split,
    camera_ids: JSON.stringify(cameraIds),
  })

  return {
    list: ({ params: { id: areaId } }, asking) =>
      asking.inTenant(async (scope) => {
        await mustSeeBase(scope, areaId)
        const rows = await ownRows(scope, asking)
          .where('camera_split.area_id', '=', areaId)
          .orderBy('camera_split.name')
          .orderBy('camera_split.id')
          .execute()
        const seen = await seenOf(scope, camerasIn(rows))
        return rows.map((row) => toSplit(row, seen))
      }),

    add: ({ body }, asking) =>
      writing(asking, async (scope) => {
        const seen = await mustBeLawful(scope, asking, body)
        await mustHaveRoom(scope, asking, body.areaId)
        const row = await scope
          .insert('camera_split', [{ user_id: asking.caller.userId, ...columnsOf(body) }])
          .returning(columns)
          .executeTakeFirstOrThrow()
        return toSplit(row, seen)
      }),

    edit: ({ body: { id, objectVersionNumber, ...body } }, asking) =>
      writing(asking, async (scope) => {
        const before = await ownRows(scope, asking).where('camera_split.id', '=', id).executeTakeFirst()
        if (!before) throw notFound()
        const seen = await mustBeLawful(scope, asking, body)
        if (before.area_id !== body.areaId) await mustHaveRoom(scope, asking, body.areaId)
        const row = await scope
          .update('camera_split')
          .set({ ...columnsOf(body), object_version_number: objectVersionNumber + 1 })
          .where('camera_split.id', '=', id)
          .where('camera_split.user_id', '=', asking.caller.userId)
          .where('camera_split.object_version_number', '=', objectVersionNumber)
          .returning(columns)
          .executeTakeFirst()
        if (!row) throw new CallFailure('error.version.stale')
        return toSplit(row, seen)
      }),

    async remove({ params: { id } }, asking) {
      const gone = await asking.inTenant((scope) =>
        scope
          .remove('camera_split')
          .where('camera_split.id', '=', id)
          .where('camera_split.user_id', '=', asking.caller.userId)
          .returning('camera_split.area_id')
          .executeTakeFirst(),
      )
      if (!gone) throw notFound()
      live.changed(asking.grant.tenantId, 'cameraSplit', id, gone.area_id)
      return 1
    },
  }
}
