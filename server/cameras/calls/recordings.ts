import { sql } from 'kysely'
import type { CallGroups } from '#contract/calls'
import { LONGEST_TIMELINE_MS, RECORD_MODES, type Recording } from '#contract/cameras/recording'
import { STREAM_PATH } from '#contract/cameras/stream'
import type { Context } from '../../ground/contents.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Handlers } from '../../ground/http/handler.ts'
import { cameraOf, lockCameras, openCameraOf } from '../cameraRows.ts'
import { deskOf } from '../desk.ts'
import { segmentAfter } from '../recording/kept.ts'
import { removeFolder } from '../recording/places.ts'
import { countOthers } from '../recording/rows.ts'
import { readDays, readKept, readSpans } from '../recording/timeline.ts'

const HOUR_MS = 3_600_000
/** What holds for a camera of which nobody said anything. */
const OFF = { record_mode: RECORD_MODES.off, clarity: 1, days: 7, gigabytes: 20, sensitivity: 2, object_version_number: 0 }

/** What is kept of the pictures of cameras: how much, when there is any, and how it is watched. */
export function recordingHandlers(context: Context): Handlers<CallGroups['cameraRecording']> {
  const { serviceDb, live, config, clock } = context
  const desk = deskOf(context)
  const { keeper } = desk

  const policyOf = async (scope: Scope, id: number) =>
    (await scope
      .select('camera_recording')
      .selectAll('camera_recording')
      .where('camera_recording.device_id', '=', id)
      .executeTakeFirst()) ?? OFF
  async function answer(scope: Scope, id: number, zone: string): Promise<Recording> {
    const policy = await policyOf(scope, id)
    const { recordingNow, trouble } = keeper.stateOf(id)
    return {
      recordMode: policy.record_mode,
      clarity: policy.clarity,
      days: policy.days,
      gigabytes: policy.gigabytes,
      sensitivity: policy.sensitivity,
      recordingNow,
      trouble: policy.record_mode === RECORD_MODES.off ? null : trouble,
      ...(await readKept(scope, id)),
      zone,
      objectVersionNumber: policy.object_version_number,
    }
  }
  /** Fails with error.camera.mostRecordings; until the transaction ends no other camera is added to those that are recorded. */
  async function mustHavePlace(scope: Scope, id: number): Promise<void> {
    await sql`select pg_advisory_xact_lock(hashtextextended('furrow camera recordings', 0))`.execute(scope.raw)
    const most = config.cameras.recordings
    if ((await countOthers(serviceDb, id)) >= most) throw new CallFailure('error.camera.mostRecordings', { most })
  }

  return {
    get: ({ params: { id } }, asking) =>
      asking.inTenant(async (scope) => {
        await cameraOf(scope, id)
        return answer(scope, id, asking.grant.timeZone)
      }),

    async save({ params: { id }, body }, asking) {
      const { tenantId } = asking.grant
      if (body.recordMode !== RECORD_MODES.off) desk.mustHaveProgram()
      const areaId = await asking.inTenant(async (scope) => {
        const camera = (await lockCameras(scope, [id]))[0]!
        const before = await policyOf(scope, id)
        if (before.object_version_number !== body.objectVersionNumber) throw new CallFailure('error.version.stale')
        if (body.recordMode !== RECORD_MODES.off && before.record_mode === RECORD_MODES.off) await mustHavePlace(scope, id)
        const columns = {
          record_mode: body.recordMode,
          clarity: body.clarity,
          days: body.days,
          gigabytes: body.gigabytes,
          sensitivity: body.sensitivity,
          object_version_number: before.object_version_number + 1,
        }
        await scope
          .insert('camera_recording', [{ device_id: id, ...columns }])
          .onConflict((conflict) => conflict.column('device_id').doUpdateSet(columns))
          .execute()
        return camera.area_id
      })
      await keeper.look()
      live.changed(tenantId, 'cameraRecording', id, areaId)
      return asking.inTenant((scope) => answer(scope, id, asking.grant.timeZone))
    },

    async timeline({ params: { id }, query: { from, to } }, asking) {
      if (to <= from) throw besideField(asking.language, 'to', 'error.range.empty')
      if (to - from > LONGEST_TIMELINE_MS)
        throw besideField(asking.language, 'to', 'error.camera.timelineLong', { hours: LONGEST_TIMELINE_MS / HOUR_MS })
      const zone = asking.grant.timeZone
      return asking.inTenant(async (scope) => {
        await cameraOf(scope, id)
        return { ...(await readSpans(scope, id, { from, to })), days: await readDays(scope, id, to, zone), zone }
      })
    },

    async playback({ body: { cameraId, at, speed } }, asking) {
      const { userId, sessionId } = asking.caller
      const { tenantId } = asking.grant
      await asking.inTenant((scope) => openCameraOf(scope, cameraId))
      desk.players.mustHavePlace()
      const first = await segmentAfter(serviceDb, { tenantId, cameraId }, at)
      // Of one that is being written it is not known yet how far it goes.
      if (first === null || (first.isOpen && at > Math.max(first.to, clock()))) throw new CallFailure('error.camera.nothingKept')
      const ticket = desk.tickets.make({ userId, sessionId, tenantId, cameraId, quality: 'sd', play: { at, speed } })
      return { url: `${STREAM_PATH}?ticket=${ticket}`, at: Math.max(at, first.from) }
    },

    async remove({ params: { id } }, asking) {
      const { tenantId } = asking.grant
      const { area_id: areaId } = await asking.inTenant(async (scope) => (await lockCameras(scope, [id]))[0]!)
      await keeper.without(id, async () => {
        await asking.inTenant((scope) => scope.remove('camera_segment').where('camera_segment.device_id', '=', id).execute())
        await removeFolder(keeper.folder, tenantId, id)
      })
      live.changed(tenantId, 'cameraRecording', id, areaId)
      return 1
    },
  }
}
