import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cameraCalls } from '#contract/cameras/camera'
import { presenceJob } from '#server/cameras/presence'
import type { Context } from '#server/ground/contents'
import { createUpgrades } from '#server/ground/http/upgrades'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { aCamera } from './aCamera.ts'

let farm: Farm
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  farm = await startFarm()
}, 60_000)
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
  await farm?.close()
})

test('a look finds that a camera is there, also one that is closed to those who watch', async () => {
  const place = { tenant_id: farm.t, area_id: farm.north.id }
  const there = await aCamera(farm.build, place)
  const closed = await aCamera(farm.build, { ...place, disabled_flag: 1 })
  const get = async (id: number) => (await farm.admin.call(cameraCalls.get, { params: { t: farm.t, id } })).body
  expect(await get(there.id)).toMatchObject({ online: 0, heardAt: null })
  // A desk of its own, beside the one of the server that it looks for.
  const given = { ...farm.services, upgrades: createUpgrades(), atEnd: (end: () => Promise<void>) => void ends.push(end) }
  const job = presenceJob(given as Context)
  if (!('steps' in job)) throw new Error('a look takes steps')
  await job.steps({ tenantId: null, key: '', payload: {}, dueAt: 0 }, new AbortController().signal)
  await vi.waitFor(async () => expect(await get(there.id)).toMatchObject({ online: 1, fault: null }))
  await vi.waitFor(async () => expect(await get(closed.id)).toMatchObject({ online: 1, disabled: 1, fault: null }))
})
