import { once } from 'node:events'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Context } from '../ground/contents.ts'
import type { Asking } from '../ground/http/handler.ts'
import { faultyField } from '../ground/http/faults.ts'
import { keyOf } from '../ground/files/storage.ts'
import { Streamed } from '../ground/http/handler.ts'
import { rangeOf } from '../devices/collect.ts'
import { lampsWanted, type Wanted } from './lines.ts'

/** Pictures of one set; they leave as they are read, and their boxes are held. */
const MOST_PICTURES = 5000

interface Corrected {
  readonly id: number
  readonly file_id: string
  readonly content_type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly taken_at: number
  readonly boxes: readonly { id: number; x: number; y: number; w: number; h: number; type: number | null }[]
}
interface Category {
  readonly id: number
  readonly code: string
}

const nameOf = ({ id, content_type }: Corrected) => `images/${id}.${content_type === 'image/png' ? 'png' : 'jpg'}`

/** Boxes in the format of COCO; an insect of no known kind is of the category 0. */
export function cocoOf(pictures: readonly Corrected[], categories: readonly Category[]) {
  return {
    info: { description: 'Insects on the sheets of lamps, as people corrected them', version: '1' },
    images: pictures.map((one) => ({
      id: one.id,
      file_name: nameOf(one),
      width: one.width,
      height: one.height,
      date_captured: new Date(one.taken_at).toISOString(),
    })),
    annotations: pictures.flatMap(({ id: image_id, boxes }) =>
      boxes.map(({ id, x, y, w, h, type }) => ({ id, image_id, category_id: type ?? 0, bbox: [x, y, w, h], area: w * h, iscrowd: 0 })),
    ),
    categories: [
      { id: 0, name: 'unclassified', supercategory: 'insect' },
      ...categories.map(({ id, code }) => ({ id, name: code, supercategory: 'insect' })),
    ],
  }
}

/** The pictures of lamps that people corrected, of a range, as a zip that leaves as it is made. */
export async function trainingSet({ files }: Pick<Context, 'files'>, asking: Asking, wanted: Wanted): Promise<Streamed> {
  const { from, to } = rangeOf(wanted, asking)
  const { pictures, categories } = await asking.inTenant(async (scope) => {
    const { rows } = await sql<Corrected>`
      select p.id, p.file_id, f.content_type, f.bytes, p.width, p.height, p.taken_at, coalesce((
        select jsonb_agg(jsonb_build_object('id', b.id, 'x', b.x, 'y', b.y, 'w', b.w, 'h', b.h, 'type', b.insect_type_id) order by b.id)
        from insect_box b where b.picture_id = p.id and b.round = p.drawn_round
      ), '[]'::jsonb) as boxes
      from insect_picture p join device on device.id = p.device_id join file f on f.id = p.file_id and f.tenant_id = p.tenant_id
      where p.tenant_id = ${scope.tenantId} and p.drawn_round is not null and p.taken_at >= ${from} and p.taken_at < ${to}
        and ${lampsWanted(scope, asking, wanted)}
      order by p.taken_at, p.id limit ${MOST_PICTURES + 1}`.execute(scope.raw)
    return { pictures: rows, categories: await scope.select('insect_type').select(['id', 'code']).orderBy('id').execute() }
  })
  if (pictures.length > MOST_PICTURES) throw faultyField(asking.language, 'endTime', 'rangeTooMuch', { max: MOST_PICTURES })
  const { tenantId } = asking.grant
  const open = (one: Corrected) => files.storage.open(keyOf(tenantId, one.file_id), { start: 0, end: one.bytes - 1 })
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="insects-coco.zip"',
    'cache-control': 'no-store',
  }
  return new Streamed(200, headers, zipOf(JSON.stringify(cocoOf(pictures, categories)), pictures, open))
}

/** One picture after another, as fast as it is read at the other end. */
function zipOf(annotations: string, pictures: readonly Corrected[], open: (one: Corrected) => Promise<Readable>): Readable {
  const body = new Readable({ highWaterMark: 256 * 1024, read: () => body.emit('wanted') })
  const zip = new Zip((cause, chunk, final) => {
    if (cause) return void body.destroy(cause)
    body.push(chunk)
    if (final) body.push(null)
  })
  const room = async () => {
    if (body.readableLength > body.readableHighWaterMark && !body.destroyed) await Promise.race([once(body, 'wanted'), once(body, 'close')])
  }
  async function fill(): Promise<void> {
    const words = new ZipDeflate('annotations.json')
    zip.add(words)
    words.push(Buffer.from(annotations), true)
    for (const one of pictures) {
      const entry = new ZipPassThrough(nameOf(one))
      zip.add(entry)
      for await (const chunk of await open(one)) {
        if (body.destroyed) return
        entry.push(chunk as Buffer)
        await room()
      }
      entry.push(new Uint8Array(), true)
    }
    zip.end()
  }
  fill().catch((cause: Error) => body.destroy(cause))
  return body
}
