import { buffer } from 'node:stream/consumers'
import { fromBufferPromise, type ZipFile } from 'yauzl'
import { Refused } from '../../ground/foreign/refused.ts'
import { unreadable } from './features.ts'

/** Ten megabytes of outlines unfold to less: what unfolds to more is no map. */
const MAX_UNPACKED_BYTES = 40_000_000
const MAX_PARTS = 500
/** What is read of an archive, by its ending; pictures of a KMZ stay packed. */
const WANTED = /\.(shp|dbf|prj|cpg|kml|geojson|json)$/

export interface Part {
  /** As the archive has it, byte by byte, in small letters: it pairs parts, and is never a path. */
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * The parts of an archive that may hold outlines, never written anywhere. A part that unfolds to another size than the directory says is refused
 * as soon as it shows.
 */
export async function unpack(file: Uint8Array): Promise<Part[]> {
  let packed: ZipFile
  try {
    // Names are in whatever encoding the program used that packed it.
    packed = await fromBufferPromise(Buffer.from(file), { lazyEntries: true, decodeStrings: false, validateEntrySizes: true })
  } catch {
    throw unreadable()
  }
  if (packed.entryCount > MAX_PARTS) throw new Refused('error.input.tooLarge')
  const parts: Part[] = []
  let room = MAX_UNPACKED_BYTES
  try {
    for await (const entry of packed.eachEntry()) {
      const name = Buffer.from(entry.fileName as unknown as Uint8Array)
        .toString('latin1')
        .toLowerCase()
      // What a Mac packs beside every file.
      if (!WANTED.test(name) || name.includes('__macosx/')) continue
      room -= entry.uncompressedSize
      if (room < 0) throw new Refused('error.input.tooLarge')
      parts.push({ name, bytes: await buffer(await packed.openReadStreamPromise(entry)) })
    }
  } catch (cause) {
    throw cause instanceof Refused ? cause : unreadable()
  }
  return parts
}
