import { sql } from 'kysely'
import { IDENTIFY, LAMP_TYPES } from '#contract/insects/insectType'
import type { DrawnPicture, InsectBox, Picture } from '#contract/insects/picture'
import { namesOf } from '../ground/crud/byline.ts'
import type { Scope } from '../ground/database/scope.ts'
import { CallFailure, notFound } from '../ground/failure.ts'
import type { Grant } from '../ground/http/handler.ts'
import type { Language } from '../ground/words.ts'
import { mustAllow, opened, type Reader } from '../devices/deviceRows.ts'
import { insectName } from './insectTypes.ts'

/** The boxes that count of a picture: a person's where there are any, else the machine's. Of `insect_box` and `insect_picture` in a statement. */
export const COUNTS = sql<boolean>`insect_box.round = coalesce(insect_picture.drawn_round, 0)`

const columns = [
  'insect_picture.id',
  'insect_picture.device_id',
  'insect_picture.file_id',
  'insect_picture.file_url',
  'insect_picture.width',
  'insect_picture.height',
  'insect_picture.taken_at',
  'insect_picture.received_at',
  'insect_picture.state',
  'insect_picture.reason',
  'insect_picture.model',
  'insect_picture.identified_at',
  'insect_picture.drawn_round',
  'insect_picture.drawn_by',
  'insect_picture.object_version_number',
  'device.eui',
  'device.name',
  'device.device_type',
  'device.area_id',
  'insect_upload.command_id',
] as const

/** The pictures that the caller may see: of lamps, and (whoever may identify) what people brought. */
export function picturesOf(scope: Scope, { grant }: Reader, { brought = true } = {}) {
  const ofPeople = brought && grant.holds(IDENTIFY) ? sql<boolean>`insect_picture.device_id is null` : sql<boolean>`false`
  return scope
    .select('insect_picture')
    .leftJoin('device', (join) =>
      join.onRef('device.id', '=', 'insect_picture.device_id').onRef('device.tenant_id', '=', 'insect_picture.tenant_id'),
    )
    .leftJoin('insect_upload', 'insect_upload.id', 'insect_picture.upload_id')
    .where(sql<boolean>`(${ofPeople} or (insect_picture.device_id is not null and ${seen(grant)}))`)
}

/** A lamp of the bases that the grant of this call covers, and of those in which a code of lamps is held. */
const seen = (grant: Grant) =>
  grant.areas === null
    ? opened(grant, LAMP_TYPES)
    : sql<boolean>`(${opened(grant, LAMP_TYPES)} and device.area_id = any(${[...grant.areas]}::bigint[]))`

export const pictureRows = (scope: Scope, reader: Reader, of?: { brought?: boolean }) =>
  picturesOf(scope, reader, of)
    .select(columns)
    .select(
      sql<number>`(select count(*)::int from insect_box where insect_box.picture_id = insect_picture.id and ${COUNTS})`.as('quantity'),
    )
export type PictureRow = Awaited<ReturnType<ReturnType<typeof pictureRows>['execute']>>[number]

export async function findPicture(scope: Scope, reader: Reader, id: number): Promise<PictureRow> {
  const row = await pictureRows(scope, reader).where('insect_picture.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A picture that the caller may change: of a lamp by the codes of lamps, what a person brought by that of its page. */
export async function findToChange(scope: Scope, reader: Reader, id: number): Promise<PictureRow> {
  const row = await findPicture(scope, reader, id)
  if (row.device_id !== null) mustAllow(reader.grant, { device_type: row.device_type!, area_id: row.area_id! }, 'edit')
  else if (!reader.grant.holds(IDENTIFY)) throw new CallFailure('error.permission.denied')
  return row
}

export async function toPictures(scope: Scope, rows: readonly PictureRow[]): Promise<Picture[]> {
  const names = await namesOf(scope, [...new Set(rows.flatMap(({ drawn_by }) => drawn_by ?? []))])
  return rows.map((row) => ({
    id: row.id,
    concentratorId: row.device_id,
    imei: row.eui,
    lampName: row.name,
    fileUrl: row.file_url,
    width: row.width,
    height: row.height,
    takenAt: row.taken_at,
    receivedAt: row.received_at,
    commandId: row.command_id,
    state: row.state as Picture['state'],
    reason: row.reason as Picture['reason'],
    model: row.model,
    identifiedAt: row.identified_at,
    insectQuantity: row.quantity,
    corrected: row.drawn_round !== null,
    correctedBy: row.drawn_by === null ? null : (names.get(row.drawn_by) ?? null),
    objectVersionNumber: row.object_version_number,
  }))
}

/** The same with the boxes that count, and the machine's. */
export async function toDrawn(scope: Scope, language: Language, row: PictureRow): Promise<DrawnPicture> {
  const [one] = await toPictures(scope, [row])
  const rounds = [...new Set([0, row.drawn_round ?? 0])]
  const boxes = await scope
    .select('insect_box')
    .leftJoin('insect_type', 'insect_type.id', 'insect_box.insect_type_id')
    .select(['insect_box.id', 'round', 'x', 'y', 'w', 'h', 'insect_type_id', 'score', 'zh_name', 'en_name'])
    .where('picture_id', '=', row.id)
    .where('round', 'in', rounds)
    .orderBy('insect_box.id')
    .execute()
  const ofRound = (wanted: number): InsectBox[] =>
    boxes
      .filter(({ round }) => round === wanted)
      .map(({ id, round, x, y, w, h, insect_type_id: insectTypeId, score, ...names }) => ({
        id,
        x,
        y,
        w,
        h,
        insectTypeId,
        name: insectTypeId === null ? null : insectName(language, names),
        score,
        by: round === 0 ? 'machine' : 'person',
      }))
  return { ...one!, boxes: ofRound(row.drawn_round ?? 0), machineBoxes: ofRound(0) }
}

export const drawnById = async (scope: Scope, reader: Reader, id: number): Promise<DrawnPicture> =>
  toDrawn(scope, reader.language, await findPicture(scope, reader, id))
