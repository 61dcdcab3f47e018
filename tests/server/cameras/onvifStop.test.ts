import { afterEach, describe, expect, test } from 'vitest'
import { DIRECTIONS } from '#contract/cameras/control'
import { type CameraSource, CameraTrouble } from '#server/cameras/drivers/driver'
import { onvifTurner } from '#server/cameras/drivers/onvif/turner'
import { all, type Element, textAt } from '#server/cameras/drivers/onvif/xml'
import { faulty, onvifDouble, type Said, within } from './onvifDouble.ts'

const USER = { userName: 'grower', password: 'sun' }
const { left, zoomIn } = DIRECTIONS
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Ability {
  readonly stop?: 'never' | 'whole' | 'bare'
  /** The longest time to move that it takes, s; null: it takes none. */
  readonly longest?: number | null
  /** It takes a speed of nothing, or only that of the axis that moves; or takes it and goes on. */
  readonly zero?: 'takes' | 'oneAxis' | 'refuses' | 'goesOn'
  readonly relative?: boolean
  readonly absolute?: boolean
  readonly tellsStatus?: boolean
}

/** A camera that turns in its own way: it moves until something that it takes ends it, or a time that it was given is over. */
async function aCamera({ stop = 'whole', longest = 60, zero = 'takes', relative = false, absolute = false, tellsStatus = false }: Ability) {
  let moving: 'PanTilt' | 'Zoom' | null = null
  let until = Infinity
  const acts: string[] = []
  const isMoving = () => moving !== null && Date.now() < until
  const ok = (act: Element, body = ''): Said => [200, within(`<tptz:${act.name}Response>${body}</tptz:${act.name}Response>`)]
  const no: Said = [400, faulty('ActionNotSupported')]
  function does(act: Element): Said | null {
    const axes = all(act, 'Velocity').flatMap(({ children }) => children)
    switch (act.name) {
      case 'Stop': {
        const isWhole = textAt(act, 'PanTilt') !== null
        if (stop === 'never' || (stop === 'bare' && isWhole)) return no
        moving = null
        return ok(act)
      }
      case 'ContinuousMove': {
        const timeout = textAt(act, 'Timeout')
        const seconds = timeout === null ? null : Number(/^PT([\d.]+)S$/.exec(timeout)?.[1])
        if (seconds !== null && (longest === null || seconds > longest)) return [400, faulty('TimeoutNotSupported')]
        const isZero = axes.every(({ attributes: { x, y } }) => Number(x) === 0 && Number(y ?? 0) === 0)
        if (isZero && (zero === 'refuses' || (zero === 'oneAxis' && axes.length > 1))) return [400, faulty('InvalidVelocity')]
        if (isZero && zero !== 'goesOn' && axes.some(({ name }) => name === moving)) moving = null
        if (!isZero) {
          moving = axes[0]!.name as 'PanTilt' | 'Zoom'
          until = seconds === null ? Infinity : Date.now() + seconds * 1000
        }
        return ok(act)
      }
      case 'RelativeMove':
        if (!relative) return no
        moving = null
        return ok(act)
      case 'AbsoluteMove':
        if (!absolute || all(act, 'PanTilt')[0]?.attributes['x'] !== '0.25') return no
        moving = null
        return ok(act)
      case 'GetStatus': {
        if (!tellsStatus) return no
        const status = isMoving() ? 'MOVING' : 'IDLE'
        return ok(
          act,
          `<tptz:PTZStatus><tt:Position><tt:PanTilt x="0.25" y="-0.5"/><tt:Zoom x="0.1"/></tt:Position><tt:MoveStatus><tt:PanTilt>${status}</tt:PanTilt><tt:Zoom>IDLE</tt:Zoom></tt:MoveStatus></tptz:PTZStatus>`,
        )
      }
      default:
        return null
    }
  }
  const device = await onvifDouble({
    ...USER,
    instead({ act }) {
      const said = does(act)
      if (said !== null) acts.push(act.name)
      return said
    },
  })
  closing.push(device.close)
  const it = { id: 1, tenantId: 1, enter: 4, channelNo: 1, onvifUrl: device.url, ...USER } as CameraSource
  const another = () => onvifTurner({ allow: [`127.0.0.1:${device.port}`], ownPorts: [] })
  return { ptz: another(), another, it, acts, isMoving }
}

describe('a camera is stopped by what it takes', () => {
  test.each([
    ['Stop', {}],
    ['Stop that names no axis', { stop: 'bare' }],
    ['a speed of nothing', { stop: 'never' }],
    ['a speed of nothing of the axis that moves', { stop: 'never', zero: 'oneAxis' }],
    ['a speed of nothing, where it takes no times', { stop: 'never', longest: null }],
    ['a short time to move', { stop: 'never', zero: 'refuses', tellsStatus: true }],
    ['a short time to move, where a speed of nothing is taken and changes nothing', { stop: 'never', zero: 'goesOn', tellsStatus: true }],
    ['going nowhere from where it is', { stop: 'never', zero: 'refuses', longest: null, relative: true }],
    ['going to where it is', { stop: 'never', zero: 'refuses', longest: null, absolute: true, tellsStatus: true }],
  ] satisfies [string, Ability][])('%s', { timeout: 20_000 }, async (_, ability) => {
    for (const direction of [left, zoomIn]) {
      const { ptz, it, isMoving } = await aCamera(ability)
      if (direction === zoomIn && 'tellsStatus' in ability && 'absolute' in ability) continue
      expect(await ptz.move(it, direction)).toBe(true)
      expect(isMoving()).toBe(true)
      expect(await ptz.stop(it)).toBe(true)
      expect(isMoving()).toBe(false)
    }
  })

  test('what it took once is said first from then on', { timeout: 20_000 }, async () => {
    const { ptz, it, acts } = await aCamera({ stop: 'never', longest: null })
    await ptz.move(it, left)
    await ptz.stop(it)
    acts.length = 0
    await ptz.move(it, left)
    expect(acts).toEqual(['ContinuousMove'])
    expect(await ptz.stop(it)).toBe(true)
    expect(acts.filter((act) => act !== 'GetStatus')).toEqual(['ContinuousMove', 'ContinuousMove'])
  })

  test('one that another server left moving is stopped in whatever way it moves', async () => {
    for (const direction of [left, zoomIn]) {
      const { ptz, it, isMoving, another } = await aCamera({ stop: 'never', zero: 'oneAxis', longest: null })
      expect(await ptz.move(it, direction)).toBe(true)
      expect(await another().stop(it)).toBe(true)
      expect(isMoving()).toBe(false)
    }
  })

  test('one that takes nothing may still turn', { timeout: 20_000 }, async () => {
    for (const ability of [
      { stop: 'never', zero: 'refuses', longest: null },
      { stop: 'never', zero: 'goesOn', longest: null, tellsStatus: true },
    ] satisfies Ability[]) {
      const { ptz, it, isMoving } = await aCamera(ability)
      expect(await ptz.move(it, left)).toBe(true)
      expect(await ptz.stop(it)).toBe(false)
      expect(isMoving()).toBe(true)
    }
  })
})

test('a time that is too long is made shorter, and given up where none is taken', async () => {
  const times: string[] = []
  for (const longest of [60, 3, null]) {
    const { ptz, it, isMoving } = await aCamera({ longest })
    expect(await ptz.move(it, left)).toBe(true)
    times.push(`${longest} ${isMoving()}`)
  }
  expect(times).toEqual(['60 true', '3 true', 'null true'])
})

test('a stop that only this user may not say is said in another way; what nobody hears is no answer', async () => {
  const told: string[] = []
  const device = await onvifDouble({
    ...USER,
    instead({ act }) {
      told.push(act.name)
      return act.name === 'Stop' ? [400, faulty('NotAuthorized')] : null
    },
  })
  const it = { id: 1, tenantId: 1, enter: 4, channelNo: 1, onvifUrl: device.url, ...USER } as CameraSource
  const ptz = onvifTurner({ allow: [`127.0.0.1:${device.port}`], ownPorts: [] })
  expect(await ptz.move(it, left)).toBe(true)
  expect(await ptz.stop(it)).toBe(true)
  device.close()
  expect(
    await ptz.stop(it).then(
      () => null,
      (cause: unknown) => cause instanceof CameraTrouble && cause.fault,
    ),
  ).toBe('unreachable')
})
