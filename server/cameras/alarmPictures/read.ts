import type { AlarmPicture } from '#contract/cameras/capture'
import type { Scope } from '../../ground/database/scope.ts'
import { notFound } from '../../ground/failure.ts'
import { camerasOf } from '../cameraRows.ts'

/** What a camera saw of an alarm that the caller may see; else fails with error.notFound. */
export async function alarmPictureOf(scope: Scope, alarmId: number): Promise<{ picture: AlarmPicture | null }> {
  const alarm = await scope.select('alarm').select('alarm.id').where('alarm.id', '=', alarmId).executeTakeFirst()
  if (!alarm) throw notFound()
  const row = await scope.select('alarm_picture').selectAll().where('alarm_picture.id', '=', alarmId).executeTakeFirst()
  if (!row) return { picture: null }
  const camera =
    row.device_id === null
      ? undefined
      : await camerasOf(scope).select(['device.id', 'device.name']).where('device.id', '=', row.device_id).executeTakeFirst()
  return {
    picture: {
      cameraId: camera?.id ?? null,
      cameraName: camera?.name ?? row.camera_name,
      chosen: row.chosen as AlarmPicture['chosen'],
      distance: row.distance,
      state: row.state as AlarmPicture['state'],
      takenAt: row.taken_at,
      after: row.taken_at === null ? null : Math.max(0, row.taken_at - row.raised_at),
      fileUrl: row.file_url,
      why: row.why as AlarmPicture['why'],
    },
  }
}
