import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { cameraControlCalls, DIRECTIONS } from '#contract/cameras/control'
import { cameraRecordingCalls, RECORD_MODES } from '#contract/cameras/recording'
import { oauthCalls } from '#contract/session/oauth'
import { joined } from '#server/cameras/recording/spans'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'
import { keepsOf, playbackOf, record, recordingOf, stopRecording } from './recording.ts'
import { encoders, lastStrip, liveOf, watch, type Watcher } from './watching.ts'

let farm: Farm
let ahead = 0
const open: Watcher[] = []
beforeAll(async () => {
  const cameras = { allow: [], streams: 6, recordings: 2, playbacks: 2, ezvizUrl: 'https://open.ys7.com', discovery: null }
  farm = await startFarm({ clock: () => Date.now() + ahead, config: { cameras } })
}, 60_000)
afterAll(async () => {
  await farm?.close()
  await vi.waitUntil(() => encoders() === 0)
})
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.terminate()
  await farm.owner.query('update furrow.camera_recording set record_mode = 0, object_version_number = object_version_number + 1')
})
const aNorthCamera = async () => (await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id })).id
const play = async (address: string) => {
  const one = await watch(farm, address)
  open.push(one)
  return one
}
const hasKept = (id: number, spans: number, ms: number) =>
  vi.waitFor(
    async () => {
      const kept = await stretchesOf(id)
      expect(kept).toHaveLength(spans)
      expect(kept.at(-1)!.to - kept.at(-1)!.from).toBeGreaterThan(ms)
    },
    { timeout: 25_000, interval: 100 },
  )
/** What is kept of a camera; what a busy machine left out for a moment is no gap. */
const stretchesOf = async (id: number) => joined((await keepsOf(farm.admin, farm.t, id)).spans, 20_000)
/** Seconds between what a picture says and a moment, whichever day it is. */
const apart = (second: number, at: number) => {
  const between = Math.abs(second - ((at / 1000) % 86_400))
  return Math.min(between, 86_400 - between)
}

describe('a camera that was recorded, turned, and recorded again a minute later', () => {
  let id: number
  let spans: { from: number; to: number }[]
  let turnedAt: number
  beforeAll(async () => {
    id = await aNorthCamera()
    await record(farm.admin, farm.t, id, RECORD_MODES.always)
    await hasKept(id, 1, 4000)
    turnedAt = Date.now()
    const turn = (direction: number) => farm.admin.call(cameraControlCalls.move, { params: { t: farm.t, id }, body: { direction } })
    await turn(DIRECTIONS.right)
    await hasKept(id, 1, 7000)
    await turn(DIRECTIONS.stop)
    ahead = 60_000
    await hasKept(id, 2, 3000)
    await stopRecording(farm.admin, farm.t, id)
    spans = await stretchesOf(id)
  }, 60_000)

  test('has a gap of that minute, and a motion while it was turned', async () => {
    expect(Math.abs(spans[1]!.from - spans[0]!.to - 60_000)).toBeLessThan(15_000)
    const { motions, days, zone } = await keepsOf(farm.admin, farm.t, id)
    expect(zone).toBe('Asia/Shanghai')
    expect(days.length).toBeGreaterThan(0)
    // It stood still before, and was turned for some seconds.
    expect(motions.filter(({ to }) => to < turnedAt - 2500)).toEqual([])
    expect(motions.some(({ from, to }) => from < turnedAt + 10_000 && to > turnedAt)).toBe(true)
    const { bytes, oldestAt } = await recordingOf(farm.admin, farm.t, id)
    expect(bytes).toBeGreaterThan(100_000)
    expect(oldestAt).toBe(spans[0]!.from)
  })

  test('shows at a moment what was seen then', { timeout: 30_000 }, async () => {
    const at = spans[0]!.from + 2500
    const one = await play((await playbackOf(farm.admin, farm.t, id, at)).url)
    await vi.waitFor(() => expect(one.words.at(-1)?.at).toBeGreaterThan(at + 1500), { timeout: 10_000, interval: 20 })
    const told = one.words.find((word) => word.at !== undefined)!.at!
    // The key frame at the moment, or the last one before it.
    expect(told).toBeGreaterThan(at - 1500)
    expect(told).toBeLessThanOrEqual(at)
    const shown = (await lastStrip(one.bytes()))!
    expect(apart(shown.second, one.words.at(-1)!.at!)).toBeLessThanOrEqual(2)
  })

  test('is shown four times as fast where that is asked for, over the gap, until it ends', { timeout: 30_000 }, async () => {
    const one = await play((await playbackOf(farm.admin, farm.t, id, spans[0]!.from, 4)).url)
    const heard: { at: number; when: number }[] = []
    one.socket.on('message', (data: Buffer, isBinary: boolean) => {
      const { at } = isBinary ? {} : (JSON.parse(data.toString()) as { at?: number })
      if (at !== undefined) heard.push({ at, when: performance.now() })
    })
    await vi.waitFor(() => expect(one.words.at(-1)!.state).toBe('ended'), { timeout: 15_000, interval: 20 })
    expect(one.words.at(-1)!.at).toBe(spans[1]!.to)
    expect(apart((await lastStrip(one.bytes()))!.second, spans[1]!.to - ahead)).toBeLessThanOrEqual(62)
    const over = heard.findIndex(({ at }) => at >= spans[1]!.from)
    expect(heard[over]!.at).toBe(spans[1]!.from)
    const [first, last] = [heard[0]!, heard[over - 1]!]
    const speed = (last.at - first.at) / (last.when - first.when)
    expect(speed).toBeGreaterThan(3)
    expect(speed).toBeLessThan(5)
    // The minute between them is not waited for.
    expect(heard[over]!.when - last.when).toBeLessThan(2500)
  })

  test('begins after the gap where it is asked for in the gap, and not at all after its end', { timeout: 30_000 }, async () => {
    const { url, at } = await playbackOf(farm.admin, farm.t, id, spans[0]!.to + 20_000)
    expect(at).toBe(spans[1]!.from)
    const one = await play(url)
    await vi.waitFor(() => expect(one.words.find((word) => word.at !== undefined)?.at).toBe(spans[1]!.from), { timeout: 5000 })
    await expect(playbackOf(farm.admin, farm.t, id, spans[1]!.to)).rejects.toThrow('error.camera.nothingKept')
  })

  test('is shown once by a ticket, to two at most, and to nobody of another tenant or base', { timeout: 30_000 }, async () => {
    const at = spans[0]!.from
    const { url } = await playbackOf(farm.admin, farm.t, id, at)
    const third = (await playbackOf(farm.admin, farm.t, id, at)).url
    await play(url)
    await expect(watch(farm, url)).rejects.toThrow('403')
    const two = await play((await playbackOf(farm.admin, farm.t, id, at)).url)
    await expect(playbackOf(farm.admin, farm.t, id, at)).rejects.toThrow('error.camera.mostPlaybacks')
    const late = await play(third)
    await vi.waitFor(() => expect(late.isClosed()).toBe(true))
    expect(late.words.at(-1)).toMatchObject({ state: 'lost', why: 'error.camera.mostPlaybacks' })
    two.socket.close()
    await vi.waitFor(() => playbackOf(farm.admin, farm.t, id, at))
    await expect(playbackOf(farm.rival, farm.elsewhere.id, id, at)).rejects.toThrow('error.notFound')
    await expect(keepsOf(farm.rival, farm.elsewhere.id, id)).rejects.toThrow('error.notFound')
    const southerner = await farm.enter(['*'], { areaIds: [farm.south.id] })
    await expect(keepsOf(southerner, farm.t, id)).rejects.toThrow('error.notFound')
    await expect(playbackOf(southerner, farm.t, id, at)).rejects.toThrow('error.notFound')
    expect((await keepsOf(farm.northerner, farm.t, id)).spans.at(-1)!.to).toBe(spans[1]!.to)
  })

  test('is shown no longer than the session of who watches, and not while it is closed', { timeout: 30_000 }, async () => {
    const user = await farm.build.aUser({ tenantId: farm.t, codes: ['*'] })
    const client = await farm.signIn(user.login_name)
    const { url } = await playbackOf(client, farm.t, id, spans[0]!.from)
    const one = await play(url)
    await client.call(oauthCalls.logout, { body: {} })
    await vi.waitFor(() => expect(one.words.at(-1)).toMatchObject({ state: 'closed', why: 'error.permission.accessTokenInvalid' }))
    const disable = (status: number) => farm.admin.call(cameraCalls.disable, { params: { t: farm.t, id }, body: { status } })
    await disable(1)
    await expect(playbackOf(farm.admin, farm.t, id, spans[0]!.from)).rejects.toThrow('wfpe.warn.camera.disable')
    await disable(0)
  })
})

describe('what is asked for', () => {
  test('is nothing at first, kept with its version, and by those alone who change cameras', async () => {
    const id = await aNorthCamera()
    expect(await recordingOf(farm.admin, farm.t, id)).toEqual({
      recordMode: 0,
      clarity: 1,
      days: 7,
      gigabytes: 20,
      sensitivity: 2,
      objectVersionNumber: 0,
      recordingNow: false,
      trouble: null,
      bytes: 0,
      oldestAt: null,
      zone: expect.any(String),
    })
    const said = { clarity: 2, days: 3, gigabytes: 5, sensitivity: 3 }
    expect(await record(farm.admin, farm.t, id, RECORD_MODES.off, said)).toMatchObject({ ...said, objectVersionNumber: 1 })
    const stale = { recordMode: 0, objectVersionNumber: 0 }
    const again = await farm.admin.call(cameraRecordingCalls.save, { params: { t: farm.t, id }, body: stale })
    expect(again.body.code).toBe('error.version.stale')
    const looker = await farm.enter(['wfpf.farm.equipment.camera'])
    await expect(record(looker, farm.t, id, RECORD_MODES.off)).rejects.toThrow('error.permission.denied')
    expect(await recordingOf(looker, farm.t, id)).toMatchObject(said)
  })

  test('is refused for more cameras than this server records', { timeout: 30_000 }, async () => {
    const ids = [await aNorthCamera(), await aNorthCamera(), await aNorthCamera()] as const
    await record(farm.admin, farm.t, ids[0], RECORD_MODES.motion)
    await record(farm.admin, farm.t, ids[1], RECORD_MODES.motion)
    await expect(record(farm.admin, farm.t, ids[2], RECORD_MODES.motion)).rejects.toThrow('error.camera.mostRecordings')
    expect((await recordingOf(farm.admin, farm.t, ids[2])).objectVersionNumber).toBe(0)
    await record(farm.admin, farm.t, ids[1], RECORD_MODES.always)
    await stopRecording(farm.admin, farm.t, ids[1])
    await record(farm.admin, farm.t, ids[2], RECORD_MODES.motion)
  })

  test('leaves the last four streams to those who watch, who end no recording', { timeout: 30_000 }, async () => {
    const [recorded, left] = [await aNorthCamera(), await aNorthCamera()]
    await record(farm.admin, farm.t, recorded, RECORD_MODES.always)
    const others = await Promise.all(Array.from({ length: 6 }, aNorthCamera))
    const looks = await Promise.all(others.slice(0, 5).map(async (id) => play((await liveOf(farm.admin, farm.t, id)).url)))
    await expect(liveOf(farm.admin, farm.t, others[5]!)).rejects.toThrow('error.camera.mostStreams')
    await hasKept(recorded, 1, 1000)
    expect(await record(farm.admin, farm.t, left, RECORD_MODES.always)).toMatchObject({ recordingNow: false, trouble: 'most' })
    for (const { socket } of looks) socket.close()
  })

  test('is a time of a day and its edges', async () => {
    const id = await aNorthCamera()
    const ask = (from: number, to: number) =>
      farm.admin.call(cameraRecordingCalls.timeline, { params: { t: farm.t, id }, query: { from, to } })
    const [empty, long] = [await ask(5, 5), await ask(0, 26 * 3_600_000 + 1)]
    expect([empty.body.code, Object.keys(empty.body.fields!)]).toEqual(['error.range.empty', ['to']])
    expect([long.body.code, Object.keys(long.body.fields!)]).toEqual(['error.camera.timelineLong', ['to']])
  })
})

test('files that follow on each other are one stretch, cut at what is asked for, on the days of the base', async () => {
  const id = await aNorthCamera()
  // Half an hour before midnight of Shanghai.
  const start = Date.UTC(2026, 4, 10, 15, 30)
  const minute = 60_000
  const aSegment = (from: number, to: number, motion: [number, number][] = []) =>
    farm.build.insert('camera_segment', {
      tenant_id: farm.t,
      device_id: id,
      quality: 'sd',
      open_flag: 0,
      bytes: 1880,
      from_at: start + from,
      to_at: start + to,
      motion: JSON.stringify(motion.map((span) => span.map((at) => start + at))),
    })
  await aSegment(0, minute, [[50_000, minute]])
  await aSegment(minute + 1400, 2 * minute, [[minute + 1400, minute + 5000]])
  await aSegment(2 * minute + 1600, 3 * minute)
  await aSegment(40 * minute, 41 * minute)
  const query = { from: start + 30_000, to: start + 40.5 * minute }
  const { body } = await farm.admin.call(cameraRecordingCalls.timeline, { params: { t: farm.t, id }, query })
  expect(body).toEqual({
    spans: [
      { from: start + 30_000, to: start + 2 * minute },
      { from: start + 2 * minute + 1600, to: start + 3 * minute },
      { from: start + 40 * minute, to: start + 40.5 * minute },
    ],
    motions: [{ from: start + 50_000, to: start + minute + 5000 }],
    days: ['2026-05-11', '2026-05-10'],
    zone: 'Asia/Shanghai',
  })
})

test('what is kept goes when that is said, and with its camera', { timeout: 40_000 }, async () => {
  const id = await aNorthCamera()
  const folder = join(farm.services.config.dataDir, 'recordings', String(farm.t), String(id))
  await record(farm.admin, farm.t, id, RECORD_MODES.always)
  await hasKept(id, 1, 1000)
  expect(existsSync(folder)).toBe(true)
  const before = (await keepsOf(farm.admin, farm.t, id)).spans[0]!.to
  const remove = await farm.admin.call(cameraRecordingCalls.remove, { params: { t: farm.t, id } })
  expect(remove.body).toBe(1)
  await hasKept(id, 1, 1000)
  expect((await keepsOf(farm.admin, farm.t, id)).spans[0]!.from).toBeGreaterThanOrEqual(before)
  const one = await play((await playbackOf(farm.admin, farm.t, id, 0)).url)
  await farm.admin.call(cameraCalls.remove, { params: { t: farm.t, id } })
  await vi.waitFor(() => expect(one.words.at(-1)).toMatchObject({ state: 'closed', why: 'error.notFound' }))
  expect(existsSync(folder)).toBe(false)
})
