import { describe, expect, test } from 'vitest'
import { foldSwitch, type LiveCommand, type LiveSwitch, readSwitchesFrame, switchChangesOf } from '#streams/devices/switches'

const command = (more: Partial<LiveCommand> = {}): LiveCommand => ({ id: 'a', state: 'sent', at: 100, status: 1, message: null, ...more })
const held: LiveSwitch = { status: 0, ts: 100, command: command() }
const said = (status: number | null, ts: number) => ({ switchId: 1, state: { status, ts } })

describe('folding a switch', () => {
  test('the newest state wins and the same redraws nothing', () => {
    expect(foldSwitch(held, said(1, 110), true)).toEqual({ ...held, status: 1, ts: 110 })
    expect(foldSwitch(held, said(1, 90), true)).toBe(held)
    expect(foldSwitch(held, said(0, 100), true)).toBe(held)
    expect(foldSwitch(held, said(1, 100), true)).toEqual({ ...held, status: 1 })
    expect(foldSwitch(held, said(1, 100), false)).toBe(held)
  })

  test('a command goes only forward on its ladder', () => {
    const further = foldSwitch(held, { switchId: 1, command: command({ state: 'acknowledged', at: 105 }) }, true)
    expect(further.command?.state).toBe('acknowledged')
    expect(foldSwitch(further, { switchId: 1, command: command({ state: 'sent', at: 100 }) }, true)).toBe(further)
  })

  test('of two commands the newer is shown', () => {
    const next = foldSwitch(held, { switchId: 1, command: command({ id: 'b', at: 200, state: 'queued' }) }, true)
    expect(next.command?.id).toBe('b')
    expect(foldSwitch(next, { switchId: 1, command: command({ state: 'observed', at: 150 }) }, true)).toBe(next)
  })

  test('a command may come before any state, and a state before any command', () => {
    expect(foldSwitch(undefined, { switchId: 1, command: command() }, true)).toEqual({ status: null, ts: 0, command: command() })
    expect(foldSwitch(undefined, said(1, 5), false)).toEqual({ status: 1, ts: 5, command: null })
  })
})

test('a frame gives states and commands', () => {
  const frame = readSwitchesFrame({ at: 1, seq: 1, start: 1, v: [[7, 10, 1]], c: [[8, 'x', 'refused', 11, 2, 'jammed']] })
  expect(switchChangesOf(frame!)).toEqual([
    { switchId: 7, state: { status: 1, ts: 10 } },
    { switchId: 8, command: { id: 'x', state: 'refused', at: 11, status: 2, message: 'jammed' } },
  ])
  expect(readSwitchesFrame({ at: 1, seq: 1, start: 1, v: [] })).toBeNull()
})
