import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { crop } from '#contract/organization/crop'
import { fileCalls, fileUrlOf } from '#contract/media/files'
import type { Database } from '#server/ground/database/schema'
import { inTenant, type Scope } from '#server/ground/database/scope'
import { diskStorage } from '#server/ground/files/diskStorage'
import { s3Storage } from '#server/ground/files/s3Storage'
import { type FileStorage, keyOf } from '#server/ground/files/storage'
import { fileSweep, UNNAMED_MS } from '#server/ground/files/sweep'
import { sayUses } from '#server/ground/files/uses'
import { arrange } from '../arrange.ts'
import { silentLog, startTestDatabase } from '../database/testDatabase.ts'
import { startTestServer } from '../harness.ts'
import { CREDENTIALS, startFakeS3 } from './fakeS3.ts'

let database: Awaited<ReturnType<typeof startTestDatabase>>
let s3: Awaited<ReturnType<typeof startFakeS3>>
let folder: string
let tenantId: number
let userId: number
let now = Date.now()
const clock = () => now
const DAY = 24 * 3_600_000

beforeAll(async () => {
  database = await startTestDatabase()
  s3 = await startFakeS3()
  folder = await mkdtemp(join(tmpdir(), 'furrow-sweep-'))
  await mkdir(join(folder, 'incoming'))
  const build = arrange(database.owner)
  tenantId = (await build.aTenant()).id
  userId = (await build.aUser({ tenantId })).id
})
afterAll(async () => {
  await database?.close()
  await s3?.close()
  await rm(folder, { recursive: true, force: true })
})

const storages = (): Record<'disk' | 'S3', FileStorage> => ({
  disk: diskStorage(join(folder, 'kept')),
  S3: s3Storage({ ...CREDENTIALS, endpoint: s3.endpoint, bucket: 'farm-files' }, { clock: Date.now, log: silentLog }),
})
const sweepOf = (storage: FileStorage) => fileSweep({ db: database.store.serviceDb, storage, clock, log: silentLog })

async function upload(storage: FileStorage, attachmentId: string | null = null): Promise<string> {
  const id = randomUUID()
  const path = join(folder, 'incoming', id)
  await writeFile(path, 'x')
  const sha256 = createHash('sha256').update('x').digest('hex')
  await storage.put(keyOf(tenantId, id), { path, bytes: 1, sha256, contentType: 'text/plain' })
  await database.owner.query(
    `insert into file (id, tenant_id, owner_id, bucket, name, kind, content_type, bytes, sha256, attachment_id, created_at)
     values ($1, $2, $3, 'files', 'a', 'file', 'text/plain', 1, $4, $5, $6)`,
    [id, tenantId, userId, sha256, attachmentId, now],
  )
  return id
}
const rowsOf = async () => (await database.owner.query<{ id: string }>('select id from file')).rows.map(({ id }) => id)
const bytesThere = (storage: FileStorage, id: string) =>
  storage.open(keyOf(tenantId, id), { start: 0, end: 0 }).then(
    (stream) => {
      stream.on('error', () => undefined).destroy()
      return true
    },
    () => false,
  )
const asPerson = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database.store.requestDb, { tenantId, userId, areas: null }, work)

/** Places that use a file in every way that a row can: alone, in JSON, in a rich text, by the attachments' uuid. */
const places = {
  text: ['area', 'area_cover', (id: string) => fileUrlOf(tenantId, id), null],
  json: ['area', 'scene_images', (id: string) => JSON.stringify([fileUrlOf(tenantId, id)]), '[]'],
  richText: ['consult', 'content', (id: string) => `<p>See <img src="${fileUrlOf(tenantId, id)}"></p>`, ''],
  attachment: ['notice', 'attachment_id', (id: string) => id, null],
} as const
type Place = keyof typeof places
const PLACES = Object.keys(places) as Place[]

/** The one row of a place, as what writes it does: the row, and in the same transaction what it uses. */
async function write({ raw }: Scope, place: Place, id: string | null): Promise<void> {
  const [table, column, textOf, nothing] = places[place]
  const naming = (row: Record<string, unknown>) => ({
    texts: [row['area_cover'], row['content'], JSON.stringify(row['scene_images'] ?? null)] as (string | null)[],
    attachments: (row['attachment_id'] as string | null | undefined) ?? null,
  })
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} where tenant_id = ${tenantId} for update`.execute(
    raw,
  )
  const changed = await sql<Record<string, unknown>>`
    update ${sql.table(table)} set ${sql.ref(column)} = ${id === null ? nothing : textOf(id)} where tenant_id = ${tenantId} returning *`.execute(
    raw,
  )
  await sayUses(raw, { tenantId, table, id: rows[0]!['id'] as number }, naming(changed.rows[0]!), naming(rows[0]!))
}

async function anEmptyFarm() {
  await database.owner.query('truncate file, file_use, loose_file cascade')
  await database.owner.query('delete from notice')
  await database.owner.query('delete from consult')
  await database.owner.query('delete from area')
  await arrange(database.owner).anArea({ tenant_id: tenantId })
  await database.owner.query(`insert into notice (tenant_id, title, body, created_at, updated_at) values ($1, 'A notice', '', 0, 0)`, [
    tenantId,
  ])
  await database.owner.query(
    `insert into consult (tenant_id, title, upload_date, created_at, updated_at) values ($1, 'An article', 0, 0, 0)`,
    [tenantId],
  )
}

describe.each(['disk', 'S3'] as const)('the sweep of files kept on %s', (kind) => {
  test('removes row and bytes of a file that nothing has named for a day, and leaves a younger one', async () => {
    await anEmptyFarm()
    const storage = storages()[kind]
    const old = await upload(storage)
    now += DAY
    const young = await upload(storage)
    now += 1
    await sweepOf(storage)()
    expect(await rowsOf()).toEqual([young])
    expect([await bytesThere(storage, old), await bytesThere(storage, young)]).toEqual([false, true])
    expect((await database.owner.query('select from loose_file')).rowCount).toBe(0)
  })

  test('removes what an upload that was interrupted before its row left in the store', async () => {
    await anEmptyFarm()
    const storage = storages()[kind]
    const id = await upload(storage)
    await database.owner.query('delete from file')
    await database.owner.query('insert into loose_file (tenant_id, id, due) values ($1, $2, $3)', [tenantId, id, now + DAY])
    await sweepOf(storage)()
    expect(await bytesThere(storage, id)).toBe(true)
    now += DAY
    await sweepOf(storage)()
    await sweepOf(storage)()
    expect(await bytesThere(storage, id)).toBe(false)
  })
})

describe('a file', () => {
  test.each(PLACES)('that is named (%s) stays, and goes when it is replaced', async (place) => {
    await anEmptyFarm()
    const storage = storages().disk
    const id = await upload(storage, place === 'attachment' ? randomUUID() : null)
    const { rows } = await database.owner.query<{ attachment_id: string | null }>('select attachment_id from file where id = $1', [id])
    await asPerson((scope) => write(scope, place, rows[0]!.attachment_id ?? id))
    now += 40 * DAY
    await sweepOf(storage)()
    expect([await rowsOf(), await bytesThere(storage, id)]).toEqual([[id], true])
    const next = await upload(storage)
    await asPerson((scope) => write(scope, place, next))
    await sweepOf(storage)()
    expect([await rowsOf(), await bytesThere(storage, id)]).toEqual([[next], false])
  })

  test('that was swept cannot be named by a form, which hears so; a row that named it before stays editable', async () => {
    await anEmptyFarm()
    const id = await upload(storages().disk)
    await asPerson((scope) => write(scope, 'text', id))
    await database.owner.query('truncate file, file_use cascade')
    await asPerson((scope) => write(scope, 'text', id))
    const gone = { code: 'error.file.gone' }
    await expect(asPerson((scope) => write(scope, 'json', randomUUID()))).rejects.toMatchObject(gone)
    await expect(asPerson((scope) => write(scope, 'richText', id))).rejects.toMatchObject(gone)
  })

  test('is held by whoever is saving it, from the statement on: the sweep passes by', async () => {
    await anEmptyFarm()
    const storage = storages().disk
    const id = await upload(storage)
    now += 2 * DAY
    await asPerson(async (scope) => {
      await write(scope, 'richText', id)
      await sweepOf(storage)()
    })
    expect([await rowsOf(), await bytesThere(storage, id)]).toEqual([[id], true])
  })
})

test('a server sweeps by itself, and a form that comes too late is told so', { timeout: 120_000 }, async () => {
  let time = Date.now()
  const server = await startTestServer({ clock: () => time })
  try {
    const build = arrange(server.owner)
    const { id: t } = await build.aTenant()
    const { login_name: name } = await build.aUser({ tenantId: t, codes: ['*'] })
    let member = await server.signIn(name)
    const keep = async () => (await member.call(fileCalls.upload, { params: { t }, body: { file: new File(['x'], 'a.txt') } })).body
    const [forgotten, named] = [await keep(), await keep()]
    const save = (cropImage: string) =>
      member.call(crop.calls.create, { params: { t }, body: { cropName: cropImage.slice(-50), cropKind: 'vegetable', cropImage } })
    expect((await save(named.fileUrl)).status).toBe(200)
    time += DAY + 1
    await vi.waitFor(async () => expect((await server.owner.query('select id from file')).rows).toEqual([{ id: named.id }]))
    member = await server.signIn(name)
    const late = await save(forgotten.fileUrl)
    expect([late.status, late.body.code]).toEqual([422, 'error.file.gone'])
  } finally {
    await server.close()
  }
})

test('a file that a row names in whichever kind of field stays, and one that none names goes', async () => {
  await anEmptyFarm()
  const storage = storages().disk
  const group = randomUUID()
  const [cover, scene, article, together, nobody] = [
    await upload(storage),
    await upload(storage),
    await upload(storage),
    await upload(storage, group),
    await upload(storage),
  ]
  await asPerson(async (scope) => {
    await write(scope, 'text', cover)
    await write(scope, 'json', scene)
    await write(scope, 'richText', article)
    await write(scope, 'attachment', group)
  })
  now += UNNAMED_MS + 1
  await sweepOf(storage)()
  expect((await rowsOf()).toSorted()).toEqual([cover, scene, article, together].toSorted())
  expect(nobody).not.toBe(cover)
})

test('the sweep reads files and what is said of their use, and no row of any other table; no row is read when it is written', async () => {
  const asked: string[] = []
  const watched = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.owner }),
    log: ({ query }) => void asked.push(query.sql),
  })
  await fileSweep({ db: watched, storage: storages().disk, clock, log: silentLog })()
  const tables = asked.flatMap((text) => [...text.matchAll(/(?:from|into|join|update) "(\w+)"/g)].map((match) => match[1]))
  expect(new Set(tables)).toEqual(new Set(['file', 'file_use', 'loose_file']))
  expect((await database.owner.query(`select tgrelid::regclass from pg_trigger where tgname = 'hold_files'`)).rows).toEqual([])
})

test('whatever is uploaded, named, replaced and swept at one time, no file that a row names is removed', { timeout: 120_000 }, async () => {
  const storage = storages().disk
  const file = fc.nat({ max: 5 })
  const place = fc.constantFrom(...PLACES)
  const act = fc.oneof(
    { weight: 2, arbitrary: fc.record({ does: fc.constant('upload' as const), together: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ does: fc.constant('name' as const), file, place, pause: fc.nat({ max: 8 }) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant('empty' as const), place }) },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('sweep' as const) }) },
  )
  type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
  const moment = fc.record({ passes: fc.constantFrom(0, 1, UNNAMED_MS + 1), acts: fc.array(act, { minLength: 1, maxLength: 6 }) })

  await fc.assert(
    fc.asyncProperty(fc.array(moment, { minLength: 2, maxLength: 6 }), async (moments) => {
      await anEmptyFarm()
      const group = randomUUID()
      const uploaded = [await upload(storage)]
      const together: string[] = []
      /** What each place names, as it was committed last. */
      const named = new Map<Place, string[]>()
      const perform = async (given: Act): Promise<void> => {
        if (given.does === 'upload') (given.together ? together : uploaded).push(await upload(storage, given.together ? group : null))
        else if (given.does === 'sweep') await sweepOf(storage)()
        else if (given.does === 'empty') {
          await asPerson(async (scope) => {
            await write(scope, given.place, null)
            named.delete(given.place)
          })
        } else {
          const id = given.place === 'attachment' ? group : uploaded[given.file % uploaded.length]!
          await asPerson(async (scope) => {
            const { raw } = scope
            await write(scope, given.place, id)
            const { rows } = await sql<{ id: string }>`select id from file where id = ${id} or attachment_id = ${id}`.execute(raw)
            await sql`select pg_sleep(${given.pause / 1000})`.execute(raw)
            // The row is locked until this commits, so the last to write here is the last to commit.
            named.set(
              given.place,
              rows.map((row) => row.id),
            )
          }).catch((cause: unknown) => expect(cause).toMatchObject({ code: 'error.file.gone' }))
        }
      }
      for (const { passes, acts } of moments) {
        now += passes
        await Promise.all(acts.map(perform))
        const there = new Set(await rowsOf())
        for (const id of [...named.values()].flat()) {
          expect(there).toContain(id)
          expect(await bytesThere(storage, id)).toBe(true)
        }
      }
      now += UNNAMED_MS + 1
      await sweepOf(storage)()
      // What nothing names is gone, and nothing is left of it in the store.
      const left = new Set(await rowsOf())
      const bytes = (await readdir(join(folder, 'kept'), { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
      // An attachment that came after its notice was saved belongs to it as well; one that was swept before is not waited for.
      const later = named.has('attachment') ? together.filter((id) => left.has(id)) : []
      expect(left).toEqual(new Set([...named.values(), later].flat()))
      for (const id of left) expect(bytes.map(({ name }) => name)).toContain(id)
      await rm(join(folder, 'kept'), { recursive: true, force: true })
    }),
    { numRuns: 15 },
  )
})
