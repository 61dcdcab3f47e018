import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FullGate } from '#server/session/gate'
import { captchas } from '#server/session/captcha'
import { failures } from '#server/session/failures'
import { phoneCodes } from '#server/session/phoneCodes'
import { sessions } from '#server/session/sessions'
import { arrange } from '../arrange.ts'
import { startTestDatabase } from '../database/testDatabase.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = () => NOW
const key = new Uint8Array(32)

let database: Awaited<ReturnType<typeof startTestDatabase>>
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database?.close())

const left = async (statement: string) =>
  (await database.owner.query<{ mark: string }>(`select ${statement}`)).rows.map(({ mark }) => mark).toSorted()

test('sessions that expired, or were ended a day ago, leave nothing behind; who is signed in stays', async () => {
  const user = await arrange(database.owner).aUser()
  const add = (device: string, expiresAt: number, revokedAt: number | null = null) =>
    database.owner.query(
      `insert into furrow.session (id, user_id, device, token_hash, created_at, used_at, expires_at, revoked_at) values ($1::uuid, $2, $3, $1::text, 0, 0, $4, $5)`,
      [randomUUID(), user.id, device, expiresAt, revokedAt],
    )
  await add('open', NOW + DAY)
  await add('expired', NOW - 1)
  await add('ended today', NOW + DAY, NOW - DAY)
  await add('ended before', NOW + DAY, NOW - DAY - 1)
  await sessions({ db: database.store.serviceDb, gate: {} as FullGate, refreshKey: key, demo: false, clock }).sweep()
  expect(await left('device as mark from furrow.session')).toEqual(['ended today', 'open'])
})

test('captchas, codes of phones and failed sign-ins are forgotten when they can no longer matter', async () => {
  const { owner } = database
  const { serviceDb } = database.store
  await owner.query(`insert into furrow.captcha (key, answer_hash, expires_at) values ('old', '', $1), ('new', '', $2)`, [NOW - 1, NOW])
  await captchas(serviceDb, key, clock).sweep()
  expect(await left('key as mark from furrow.captcha')).toEqual(['new'])
  await owner.query(
    `insert into furrow.phone_code (key, phone, code_hash, network, sent_at, expires_at) values ('old', '1', '', '', $1, 0), ('new', '1', '', '', $2, 0)`,
    [NOW - DAY - 1, NOW - DAY],
  )
  await phoneCodes(serviceDb, key, clock).sweep()
  expect(await left('key as mark from furrow.phone_code')).toEqual(['new'])
  await owner.query(`insert into furrow.sign_in_failure (subject, at) values ('old', $1), ('new', $2)`, [
    NOW - 15 * MINUTE - 1,
    NOW - 15 * MINUTE,
  ])
  await failures(serviceDb, clock).sweep()
  expect(await left('subject as mark from furrow.sign_in_failure')).toEqual(['new'])
})
