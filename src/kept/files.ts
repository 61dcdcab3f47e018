import { addressOf, IN_TEXT, uuidOf } from './address.ts'
import { database, type WaitingFile } from './database.ts'

const newUuid = () => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [bytes.slice(0, 8), bytes.slice(8, 12), bytes.slice(12, 16), bytes.slice(16, 20), bytes.slice(20)].join('-')
}

/** Keeps a picture until it can be sent; answers the address under which it is shown and written meanwhile. Rejects where there is no room. */
export async function keepFile(owner: string, file: File): Promise<string> {
  const uuid = newUuid()
  const waiting = { uuid, owner, name: file.name, type: file.type, bytes: file, at: Date.now(), fileUrl: null }
  await (await database.open()).add('files', waiting)
  return addressOf(uuid)
}

/** The picture at such an address, of whoever keeps it; undefined where it is not there any more. */
export async function keptFile(address: string): Promise<WaitingFile | undefined> {
  const uuid = uuidOf(address)
  return uuid === null ? undefined : (await database.open()).get('files', uuid)
}
/** Where the server has the picture at such an address; null: nowhere. */
export const noteFileUrl = (address: string, fileUrl: string | null): Promise<void> =>
  database.inOne(['files'], async (change) => {
    const files = change.objectStore('files')
    const file = await files.get(uuidOf(address) ?? '')
    if (file) await files.put({ ...file, fileUrl })
  })

/** The addresses of kept pictures that are named anywhere in what is to be sent. */
export const keptIn = (body: unknown): string[] => [...new Set(JSON.stringify(body)?.match(IN_TEXT) ?? [])]
/** The same with other addresses in their place. */
export const readdressed = <Body>(body: Body, to: ReadonlyMap<string, string>): Body =>
  JSON.parse(JSON.stringify(body).replaceAll(IN_TEXT, (address) => to.get(address) ?? address)) as Body
