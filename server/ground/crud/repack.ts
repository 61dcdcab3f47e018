import { buffer } from 'node:stream/consumers'
import { type Zippable, zipSync } from 'fflate'
import { fromBufferPromise, type ZipFile } from 'yauzl'

/** What a spreadsheet may unfold to: 1,000 rows are a hundredth of it. */
const MAX_UNPACKED_BYTES = 20_000_000
/** A sheet has a dozen parts; what is beyond costs time without saying anything. */
const MAX_PARTS = 5000

/** A packed file that holds more than is read. */
export class TooMuchPacked extends Error {}

/**
 * The XML of a packed file in a packed file of our own, where nothing is compressed and nothing hidden: a reader that goes by the heads of
 * the parts, or by a directory of its own choice, finds what was measured here and nothing else. A part that unfolds to another size than
 * the directory says is refused as soon as it shows. Throws TooMuchPacked, or else what is wrong with the file.
 */
export async function repack(file: Buffer): Promise<Buffer> {
  const packed = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: true })
  if (packed.entryCount > MAX_PARTS) throw new TooMuchPacked()
  return Buffer.from(zipSync(await partsOf(packed), { level: 0 }))
}

async function partsOf(packed: ZipFile): Promise<Zippable> {
  const parts: Zippable = {}
  let room = MAX_UNPACKED_BYTES
  for await (const entry of packed.eachEntry()) {
    if (!/\.(xml|rels)$/.test(entry.fileName)) continue
    room -= entry.uncompressedSize
    if (room <= 0) throw new TooMuchPacked()
    const part = await buffer(await packed.openReadStreamPromise(entry))
    parts[entry.fileName] = entry.fileName === 'xl/workbook.xml' ? withSign(part) : part
  }
  return parts
}

/** That days count from 1904 may be written as `1` or as `true`; readers of spreadsheets know the first alone. */
const withSign = (workbook: Buffer): Buffer =>
  Buffer.from(workbook.toString('latin1').replaceAll(/(\sdate1904\s*=\s*["'])true(?=["'])/g, '$11'), 'latin1')
