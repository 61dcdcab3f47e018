import { Zip, ZipPassThrough } from 'fflate'

/** A file of a zip, read when its turn comes. */
export interface Entry {
  readonly name: string
  readonly read: () => Promise<AsyncIterable<Uint8Array>>
}

/** A zip as it grows: one file is read at a time, and no more of it is held than what was read last. Pictures are compressed as they are. */
export async function* zipped(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = []
  const zip = new Zip((fault, chunk) => {
    if (fault) throw fault
    made.push(chunk)
  })
  const take = () => {
    const taken = made
    made = []
    return taken
  }
  for await (const { name, read } of entries) {
    const file = new ZipPassThrough(name)
    zip.add(file)
    for await (const chunk of await read()) {
      file.push(chunk)
      yield* take()
    }
    file.push(new Uint8Array(0), true)
    yield* take()
  }
  zip.end()
  yield* take()
}
