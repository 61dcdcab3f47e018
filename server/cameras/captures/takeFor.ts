import { Readable } from 'node:stream'
import type { CaptureReason } from '#contract/cameras/capture'
import { fileUrlOf } from '#contract/media/files'
import type { Context } from '../../ground/contents.ts'
import { inTenant, type Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { deskOf } from '../desk.ts'
import { CameraTrouble } from '../drivers/driver.ts'

interface Wanted {
  readonly tenantId: number
  readonly cameraId: number
  readonly bucket: string
  /** Is committed with the file; throws where the picture is wanted no more. */
  readonly keep: (scope: Scope, fileUrl: string, takenAt: number) => Promise<void>
}
/** A picture that somebody else has brought meanwhile, or that nobody wants any more. */
export class NotWanted extends Error {}

/** Takes a picture for the server itself, and keeps it with the row that wants it, or neither. Answers why there is none; null: there is. */
export async function takeFor(context: Context, { tenantId, cameraId, bucket, keep }: Wanted): Promise<CaptureReason | null> {
  const { serviceDb, requestDb, files, clock, log } = context
  const desk = deskOf(context)
  try {
    const camera = await serviceDb
      .selectFrom('camera')
      .innerJoin('device', 'device.id', 'camera.device_id')
      .select(['camera.disabled_flag', 'device.enabled_flag', 'device.eui'])
      .where('camera.device_id', '=', cameraId)
      .where('camera.tenant_id', '=', tenantId)
      .executeTakeFirst()
    const source = camera ? await desk.sourceOf(cameraId) : null
    if (!camera || source === null) return null
    if (camera.disabled_flag === 1) return 'closed'
    if (camera.enabled_flag === 0) return 'off'
    const bytes = await desk.picture(tenantId, source)
    const takenAt = clock()
    const name = `${camera.eui}-${new Date(takenAt).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}.jpg`
    await files.takePicture({ tenantId, language: 'zh-CN', bytes: Readable.from([bytes]), name, bucket }, (taken) =>
      files.keeper.keep(taken, {
        tenantId,
        ownerId: null,
        inTenant: (work) => inTenant(requestDb, { tenantId, userId: 0, areas: null }, work),
        also: (scope, file) => keep(scope, fileUrlOf(tenantId, file.id), takenAt),
      }),
    )
    return null
  } catch (cause) {
    if (cause instanceof NotWanted) return null
    const why = reasonOf(cause)
    log.info({ err: cause, camera: cameraId, why }, 'a picture could not be taken at its time')
    if (cause instanceof CameraTrouble) desk.said(cameraId, cause.fault)
    return why
  }
}

function reasonOf(cause: unknown): CaptureReason {
  if (cause instanceof CameraTrouble) return cause.fault
  const code = cause instanceof CallFailure ? cause.code : ''
  if (code === 'error.file.noSpace') return 'quota'
  if (code === 'error.busy') return 'busy'
  if (code === 'error.camera.noProgram') return 'noProgram'
  return code === 'error.camera.enter' ? 'address' : 'storage'
}
