import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { presenceJob } from '#server/cameras/presence'
import type { Context } from '#server/ground/contents'
import { createUpgrades } from '#server/ground/http/upgrades'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'
import { type RtspDouble, rtspDouble } from './rtspDouble.ts'

let farm: Farm
let source: RtspDouble
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  source = await rtspDouble()
  const cameras = { streams: 16, recordings: 8, playbacks: 8, ezvizUrl: 'https://open.ys7.com', discovery: null }
  farm = await startFarm({ config: { cameras: { ...cameras, allow: [`127.0.0.1:${source.port}`] } } })
}, 60_000)
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
  await farm?.close()
  source?.close()
})

async function lookNow(): Promise<void> {
  // A desk of its own, beside the one of the server that it looks for.
  const given = { ...farm.services, upgrades: createUpgrades(), atEnd: (end: () => Promise<void>) => void ends.push(end) }
  const job = presenceJob(given as Context)
  if (!('steps' in job)) throw new Error('a look takes steps')
  await job.steps({ tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal)
}

test('a look finds that a camera is there, also one that is closed to those who watch', async () => {
  const place = { tenant_id: farm.t, area_id: farm.north.id }
  const there = await aCamera(farm.build, place)
  const closed = await aCamera(farm.build, { ...place, disabled_flag: 1 })
  const get = async (id: number) => (await farm.admin.call(cameraCalls.get, { params: { t: farm.t, id } })).body
  expect(await get(there.id)).toMatchObject({ online: 0, heardAt: null })
  await lookNow()
  await vi.waitFor(async () => expect(await get(there.id)).toMatchObject({ online: 1, fault: null }))
  await vi.waitFor(async () => expect(await get(closed.id)).toMatchObject({ online: 1, disabled: 1, fault: null }))
})

test('a look without a password takes back that nobody answers, and not that the password is wrong', async () => {
  const faultOf = async (fault: string) => {
    const { id } = await aCamera(farm.build, { tenant_id: farm.t, area_id: farm.north.id, camera_enter: 4 })
    const url = `rtsp://127.0.0.1:${source.port}/live`
    await farm.owner.query('update furrow.camera set fault = $2, hd_url = $3 where device_id = $1', [id, fault, url])
    return async () => (await farm.admin.call(cameraCalls.get, { params: { t: farm.t, id } })).body
  }
  const cases = await Promise.all(['noRoute', 'unreachable', 'signIn', 'locked', 'notAllowed', 'noStream'].map(faultOf))
  await lookNow()
  await vi.waitFor(async () => {
    const seen = await Promise.all(cases.map((get) => get()))
    expect(seen.map(({ online }) => online)).toEqual([1, 1, 1, 1, 1, 1])
    expect(seen.map(({ fault }) => fault)).toEqual([null, null, 'signIn', 'locked', 'notAllowed', 'noStream'])
  })
})
