import { sql } from 'kysely'
import type { CallRequest, PermissionCode } from '#contract/core/call'
import { FIRST_DAY } from '#contract/core/values'
import { CAMERAS_READ, SURVEILLANCE } from '#contract/cameras/permission'
import type { farmLogCalls, LogEntry } from '#contract/farm/log'
import { LOG_CREATE, LOG_EDIT } from '#contract/farm/logCodes'
import { besideField as beside } from '../../ground/crud/rules.ts'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure, notFound } from '../../ground/failure.ts'
import { mustBePictures } from '../../ground/files/mustBePictures.ts'
import { sayUses } from '../../ground/files/uses.ts'
import { besideField } from '../../ground/http/faults.ts'
import type { Asking } from '../../ground/http/handler.ts'
import { dayOf } from '#contract/core/zonedMoment'

type Body = CallRequest<typeof farmLogCalls.write>['body']
type Seen = Extract<Body, { logType: 'image' }>
type Note = Omit<Extract<Body, { logType: 'text' }>, 'logType'>

/** The bases in which one of the codes is held; null: all. Fails where none is. */
function basesOf({ grant }: Asking, codes: readonly PermissionCode[]): readonly number[] | null {
  if (!codes.some((code) => grant.holds(code))) throw new CallFailure('error.permission.denied')
  return grant.areasFor(codes)
}
function mustWriteIn(asking: Asking, areaId: number, codes: readonly PermissionCode[]): void {
  const bases = basesOf(asking, codes)
  if (bases !== null && !bases.includes(areaId)) throw beside(asking, 'error.record.unknown', 'areaId', 'unknown')
}
const uses = (content: readonly string[]) => ({ texts: [...content] })
const nameOf = async ({ raw }: Scope, userId: number) =>
  (await raw.selectFrom('app_user').select('real_name').where('id', '=', userId).executeTakeFirstOrThrow()).real_name

/** Keeps what was seen through a camera that the caller sees, its own or shared with a base of theirs; it stands in the base of the camera. */
export async function writeSeen(scope: Scope, asking: Asking, body: Seen, now: number): Promise<LogEntry> {
  const bases = basesOf(asking, [CAMERAS_READ, SURVEILLANCE])
  const seen =
    bases === null
      ? sql<boolean>`true`
      : sql<boolean>`(device.area_id = any(${[...bases]}::bigint[]) or exists (
    select from camera_share s where s.tenant_id = device.tenant_id and s.device_id = device.id and s.area_id = any(${[...bases]}::bigint[])))`
  const camera = await scope.raw
    .selectFrom('device')
    .innerJoin('camera', 'camera.device_id', 'device.id')
    .select(['device.id', 'device.area_id'])
    .where('device.tenant_id', '=', scope.tenantId)
    .where('device.id', '=', body.deviceId)
    .where('device.area_id', '=', body.areaId)
    .where(seen)
    .executeTakeFirst()
  if (!camera) throw notFound()
  await mustBePictures(scope, asking, body.content, 'content', besideField(asking.language, 'content', 'error.camera.logPicture'))
  const { logType, logLevel, content } = body
  return keep(scope, asking, {
    logType,
    logLevel,
    content,
    areaId: camera.area_id,
    deviceId: camera.id,
    landId: null,
    batchId: null,
    at: now,
    logTitle: body.logTitle.trim(),
    description: body.description.trim(),
  })
}

interface Kept extends Omit<LogEntry, 'id' | 'by'> {
  readonly landId: number | null
  readonly batchId: number | null
}
async function keep(scope: Scope, { caller }: Asking, { landId, batchId, ...entry }: Kept): Promise<LogEntry> {
  const by = await nameOf(scope, caller.userId)
  const { id } = await scope
    .insert('farm_log', [
      {
        area_id: entry.areaId,
        land_id: landId,
        batch_id: batchId,
        device_id: entry.deviceId,
        log_type: entry.logType,
        log_level: entry.logLevel,
        log_title: entry.logTitle,
        description: entry.description,
        content: JSON.stringify(entry.content),
        at: entry.at,
        user_id: caller.userId,
        by_name: by,
      },
    ])
    .returning('id')
    .executeTakeFirstOrThrow()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'farm_log', id }, uses(entry.content))
  return { id, ...entry, by }
}

/** Where and when: on a plot of the base, of a batch that stood there, which brings its plot; not to come. */
async function placed(scope: Scope, asking: Asking, { areaId, landId, batchId, at }: Note, now: number) {
  const fault = (field: string, words: string) => beside(asking, 'error.input.invalid', field, words)
  if (at > now) throw fault('at', 'future')
  if (dayOf(at, asking.grant.timeZone) < FIRST_DAY) throw fault('at', 'tooEarly')
  const area = await scope.select('area').select('area.id').where('area.id', '=', areaId).executeTakeFirst()
  if (!area) throw beside(asking, 'error.record.unknown', 'areaId', 'unknown')
  const land =
    landId === null
      ? null
      : await scope.select('land').select('land.area_id').where('land.id', '=', landId).forKeyShare('land').executeTakeFirst()
  if (land !== null && land?.area_id !== areaId) throw fault('landId', 'plotElsewhere')
  if (batchId === null) return landId
  const batch = await scope
    .select('batch')
    .select(['batch.area_id', 'batch.land_id'])
    .where('batch.id', '=', batchId)
    .forKeyShare('batch')
    .executeTakeFirst()
  if (batch?.area_id !== areaId) throw fault('batchId', 'batchOffBase')
  if (landId !== null && batch.land_id !== landId) throw fault('batchId', 'batchElsewhere')
  return batch.land_id
}

/** Keeps what a person has to tell of a base. */
export async function writeNote(scope: Scope, asking: Asking, body: Note, now: number): Promise<LogEntry> {
  mustWriteIn(asking, body.areaId, [LOG_CREATE])
  const landId = await placed(scope, asking, body, now)
  await mustBePictures(scope, asking, body.content, 'content')
  const { areaId, batchId, content, logLevel, at } = body
  return keep(scope, asking, {
    areaId,
    landId,
    batchId,
    content,
    logLevel,
    at,
    deviceId: null,
    logType: 'text',
    logTitle: body.logTitle.trim(),
    description: body.description?.trim() ?? '',
  })
}

/** An entry of a person at the version that was seen, held until the transaction ends: who wrote it or edits the log there. */
async function theirs(scope: Scope, asking: Asking, id: number, version: number) {
  const row = await scope
    .select('farm_log')
    .select(['farm_log.area_id', 'farm_log.user_id', 'farm_log.content', 'farm_log.object_version_number'])
    .where('farm_log.id', '=', id)
    .where('farm_log.log_type', '=', 'text')
    .forUpdate('farm_log')
    .executeTakeFirst()
  if (!row) throw notFound()
  const edits = (areaId: number) => {
    const held = asking.grant.holds(LOG_EDIT) ? asking.grant.areasFor([LOG_EDIT]) : []
    return held === null || held.includes(areaId)
  }
  if (row.user_id !== asking.caller.userId && !edits(row.area_id)) throw new CallFailure('error.log.notYours')
  if (row.object_version_number !== version) throw new CallFailure('error.version.stale')
  return row
}

/** Changes an entry; answers the bases in which it stood and stands. */
export async function changeNote(
  scope: Scope,
  asking: Asking,
  { id, objectVersionNumber: version, ...body }: CallRequest<typeof farmLogCalls.edit>['body'],
  now: number,
): Promise<number[]> {
  const old = await theirs(scope, asking, id, version)
  if (old.area_id !== body.areaId) mustWriteIn(asking, body.areaId, [LOG_CREATE, LOG_EDIT])
  const landId = await placed(scope, asking, body, now)
  await mustBePictures(scope, asking, body.content, 'content')
  await scope
    .update('farm_log')
    .set({
      area_id: body.areaId,
      land_id: landId,
      batch_id: body.batchId,
      log_level: body.logLevel,
      log_title: body.logTitle.trim(),
      description: body.description?.trim() ?? '',
      content: JSON.stringify(body.content) as never,
      at: body.at,
      object_version_number: version + 1,
    })
    .where('farm_log.id', '=', id)
    .execute()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'farm_log', id }, uses(body.content), uses(old.content))
  return [...new Set([old.area_id, body.areaId])]
}

/** Deletes an entry; answers the base in which it stood. */
export async function removeNote(scope: Scope, asking: Asking, id: number, version: number): Promise<number> {
  const old = await theirs(scope, asking, id, version)
  await scope.remove('farm_log').where('farm_log.id', '=', id).execute()
  await sayUses(scope.raw, { tenantId: scope.tenantId, table: 'farm_log', id }, { texts: [] }, uses(old.content))
  return old.area_id
}
