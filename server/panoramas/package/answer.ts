import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CUBE_FACES, type CubeFace } from '#contract/panoramas/cube'
import { parseView } from '#contract/panoramas/view'
import type { Scope } from '../../ground/database/scope.ts'
import { CallFailure } from '../../ground/failure.ts'
import { isPicture } from '../../ground/files/pictures.ts'
import { type FileStorage, keyOf } from '../../ground/files/storage.ts'
import { type Asking, Streamed } from '../../ground/http/handler.ts'
import { say } from '../../ground/words.ts'
import { type PackIndex, type Place, tileAt } from '../cube/pack.ts'
import { picturesIn, type ShownTour, shownTour } from '../calls/shownTour.ts'
import { scenesOf } from '../calls/sceneRows.ts'
import { madeOf } from '../pictures.ts'
import { type Entry, zipped } from './zipped.ts'

/** A page shows no finer level without a server: 2048 pixels a face. */
const FINEST_LEVEL = 2
const OWN = ['index.html', 'viewer.css', 'cube.js', 'viewer.js'] as const
const WORDS = ['scenes', 'introduction', 'noIntroduction', 'close', 'zoomIn', 'zoomOut', 'hint', 'noPicture'] as const

interface Packed {
  readonly id: string
  readonly packId: string
  readonly index: PackIndex
}
interface Part {
  readonly name: string
  readonly key: string
  readonly place: Place
}

/** A tour as a zip of a page with its pictures: it opens from a disk, and knows nothing of devices. */
export async function answerPackage(storage: FileStorage, vrId: number, asking: Asking): Promise<Streamed> {
  const { language } = asking
  const read = await asking.inTenant(async (scope) => {
    const tour = await shownTour(scope, language, vrId, {
      images: (pictureId) => `panoramas/${pictureId}`,
      view: (pictureId, rest) => `panoramas/${pictureId}/${new URLSearchParams(rest.split('?')[1]).get('of')}.jpg`,
      file: (fileId) => `files/${fileId}`,
    })
    if (tour.scenes.length === 0) throw new CallFailure('error.vr.noScene')
    return { tour, panoramas: await panoramasOf(scope, vrId), files: await filesOf(scope, asking, vrId) }
  })
  const words = Object.fromEntries(WORDS.map((word) => [word, say(language, `panoramas:package.${word}`)]))
  const data = `window.TOUR = ${asScript({ language, words, ...dataOf(read.tour) })}\n`
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="tour-${vrId}.zip"; filename*=UTF-8''${encodeURIComponent(read.tour.vrName)}.zip`,
    'cache-control': 'no-store',
  }
  if (asking.headOnly) return new Streamed(200, headers, Readable.from([]))
  return new Streamed(200, headers, Readable.from(zipped(entriesOf(storage, data, read))))
}

// What stands in a script must not end it.
const asScript = (value: unknown) =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const dataOf = ({ vrName, description, scenes }: ShownTour) => ({
  name: vrName,
  description,
  scenes: scenes.map((scene) => ({
    id: scene.scenesId,
    name: scene.scenesName,
    cover: scene.scenesCover || scene.thumbUrl,
    images: scene.panoramaImages,
    tiles: scene.levels.at(Math.min(FINEST_LEVEL, scene.levels.length - 1))?.nbTiles ?? 1,
    view: parseView(scene.visualJson).view,
    hotspots: scene.hotspots.map(({ HType, content, text, atv, ath, width, height, style }) => ({
      type: HType,
      content,
      title: text,
      atv,
      ath,
      width,
      height,
      style,
    })),
  })),
})

/** The panoramas of a tour with what was made of them. Fails as `madeOf` does. */
async function panoramasOf(scope: Scope, vrId: number): Promise<Packed[]> {
  const scenes = await scenesOf(scope, vrId)
  const packed = new Map<string, Packed>()
  for (const scene of scenes) {
    const { packId, index } = madeOf(scene)
    packed.set(scene.picture_id, { id: scene.picture_id, packId: keyOf(scope.tenantId, packId), index })
  }
  return [...packed.values()]
}

async function filesOf(scope: Scope, { language }: Asking, vrId: number): Promise<Part[]> {
  const { files } = await picturesIn(scope, language, vrId)
  if (files.size === 0) return []
  const rows = await scope
    .select('file')
    .select(['file.id', 'file.bytes', 'file.content_type'])
    .where('file.id', 'in', [...files])
    .execute()
  return rows
    .filter((row) => isPicture(row.content_type))
    .map(({ id, bytes }) => ({ name: `files/${id}`, key: keyOf(scope.tenantId, id), place: { at: 0, bytes } }))
}

/** The other pictures of a panorama; its tiles stand in scripts. */
function* viewsOf(panoramas: readonly Packed[]): Generator<Part> {
  for (const { id, packId: key, index } of panoramas)
    for (const [view, place] of Object.entries(index.views)) yield { name: `panoramas/${id}/${view}.jpg`, key, place }
}

/** The tiles of a face as a script that gives them to the page: one that was opened from a disk may read no pictures. */
async function* faceScript(storage: FileStorage, { id, packId, index }: Packed, face: CubeFace): AsyncGenerator<Uint8Array> {
  const level = Math.min(FINEST_LEVEL, index.levels.length - 1)
  const { nbTiles } = index.levels[level]!
  yield Buffer.from(`TAKE(${JSON.stringify(`panoramas/${id}`)}, ${JSON.stringify(face)}, [\n`)
  for (let row = 0; row < nbTiles; row++)
    for (let col = 0; col < nbTiles; col++) {
      const place = tileAt(index, { face, level, col, row })!
      const tile = await buffer(await storage.open(packId, { start: place.at, end: place.at + place.bytes - 1 }))
      yield Buffer.from(`"data:image/jpeg;base64,${tile.toString('base64')}",\n`)
    }
  yield Buffer.from('])\n')
}

async function* entriesOf(
  storage: FileStorage,
  data: string,
  { panoramas, files }: { panoramas: readonly Packed[]; files: readonly Part[] },
): AsyncGenerator<Entry> {
  for (const name of OWN) yield { name, read: async () => once(await readFile(new URL(`./own/${name}`, import.meta.url))) }
  yield { name: 'tour.js', read: async () => once(Buffer.from(data)) }
  for (const packed of panoramas)
    for (const face of CUBE_FACES) yield { name: `panoramas/${packed.id}/${face}.js`, read: async () => faceScript(storage, packed, face) }
  for (const { name, key, place } of [...viewsOf(panoramas), ...files])
    yield {
      name,
      read: async () => storage.open(key, { start: place.at, end: place.at + place.bytes - 1 }) as Promise<AsyncIterable<Uint8Array>>,
    }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
