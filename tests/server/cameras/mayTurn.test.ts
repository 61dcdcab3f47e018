import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cameraCalls, type CameraFault } from '#contract/cameras/camera'
import { cameraControlCalls as calls, DIRECTIONS, MOVED } from '#contract/cameras/control'
import { cameraStreamCalls } from '#contract/cameras/stream'
import { say as sayWords } from '#server/ground/words'
import { type Farm, startFarm } from '../devices/farmOfDevices.ts'
import { cameraBody } from './aCamera.ts'
import { faulty, onvifDouble, type OnvifDouble } from './onvifDouble.ts'

const USER = { userName: 'grower', password: 'sun' }
let device: OnvifDouble
let farm: Farm
/** What it refuses, by the name of what it is asked. */
let refused: readonly string[] = []
let why = 'ActionNotSupported'
beforeAll(async () => {
  device = await onvifDouble({
    ...USER,
    instead({ act, text }) {
      const isStop = act.name === 'Stop' || (act.name === 'ContinuousMove' && /x="0"/.test(text) && !/[xy]="-?0\.5"/.test(text))
      return refused.includes(isStop ? 'Stop' : act.name) ? [400, faulty(why)] : null
    },
  })
  const allow = [`127.0.0.1:${device.port}`, '127.0.0.1:1']
  farm = await startFarm({
    config: { cameras: { allow, streams: 16, recordings: 8, playbacks: 8, ezvizUrl: 'https://open.ys7.com', discovery: null } },
  })
}, 60_000)
afterAll(async () => {
  device?.close()
  await farm?.close()
})

const says = (fault: CameraFault): string => expect.stringContaining(sayWords('zh-CN', `cameras:fault.${fault}`)) as string
let serials = 0
async function aCamera(password = USER.password): Promise<number> {
  const body = {
    ...cameraBody(farm.north.id, `turn-${++serials}`),
    cameraEnter: 4,
    hdUrl: 'rtsp://127.0.0.1:1/live',
    onvifUrl: device.url,
    userName: USER.userName,
    password: await farm.encrypt(password),
  }
  return (await farm.admin.call(cameraCalls.add, { params: { t: farm.t }, body: body as never })).body.id
}
const say = async (id: number, direction: number, hold = 'one') =>
  (await farm.admin.call(calls.move, { params: { t: farm.t, id }, body: { direction, hold } })).body as unknown
const movingOf = async (id: number) =>
  (await farm.owner.query<{ moving: number | null }>('select moving from furrow.camera where device_id = $1', [id])).rows[0]!.moving

test('a camera that takes no stop may still turn: that is said, and it is told until it takes one', { timeout: 30_000 }, async () => {
  const id = await aCamera()
  expect(await say(id, DIRECTIONS.left)).toBe(MOVED.done)
  refused = ['Stop', 'ContinuousMove']
  expect(await say(id, DIRECTIONS.stop)).toBe(MOVED.mayTurn)
  expect(await movingOf(id)).toBe(DIRECTIONS.left)
  refused = []
  await vi.waitFor(async () => expect(await movingOf(id)).toBeNull(), { timeout: 10_000 })
  expect(device.told.at(-1)).toBe('stop')
  expect(await say(id, DIRECTIONS.stop)).toBe(MOVED.done)
})

test('one that refused to move stands: nothing is stopped, nor said to turn', async () => {
  const id = await aCamera()
  refused = ['Stop', 'ContinuousMove']
  expect(await say(id, DIRECTIONS.left)).toBe(MOVED.not)
  expect(await movingOf(id)).toBeNull()
  expect(await say(id, DIRECTIONS.stop)).toBe(MOVED.not)
  refused = []
})

test('why it could not be told is said, and is the password only where it is', { timeout: 30_000 }, async () => {
  const about = { code: 'error.camera.untold' }
  const wrong = await aCamera('other')
  expect(await say(wrong, DIRECTIONS.left)).toMatchObject({ ...about, message: says('signIn') })
  expect(await movingOf(wrong)).toBeNull()
  const id = await aCamera()
  refused = ['ContinuousMove', 'SetPreset', 'Stop']
  why = 'NotAuthorized'
  const notAllowed = { ...about, message: says('notAllowed') }
  expect(await say(id, DIRECTIONS.left)).toMatchObject(notAllowed)
  const kept = await farm.admin.call(calls.addPreset, { params: { t: farm.t }, body: { cameraId: id, name: 'Gate' } })
  expect(kept.body).toMatchObject(notAllowed)
  refused = []
  why = 'ActionNotSupported'
})

test('why there is no picture is said where one is taken', { timeout: 30_000 }, async () => {
  const id = await aCamera()
  const { body } = await farm.admin.call(cameraStreamCalls.capture, { params: { t: farm.t, id } })
  expect(body).toMatchObject({ code: 'error.camera.noPicture', message: says('unreachable') })
})
