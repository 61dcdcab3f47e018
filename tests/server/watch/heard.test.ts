import { expect, test } from 'vitest'
import { hearCommitted } from '#server/ground/watch/heard'

test('what was committed is handed over by tenant: readings, what was calculated, and states of circuits', () => {
  const heard: unknown[] = []
  const device = { id: 5, tenantId: 7 }
  const engine = {
    wants: (tenantId: number, itemId: number) => tenantId === 7 && itemId !== 3,
    hear: (...one: unknown[]) => void heard.push(one),
  }
  const settled = {
    batch: { items: [1, 3].map((id) => ({ id, device })), ts: [10, 11], places: [0, 0], values: [20, 21] },
    outcome: {
      calculated: [{ target: { id: 2, device }, ts: 12, place: 0, value: 22 }],
      states: [{ device, switchId: 9, circuit: 4, status: 1, at: 13 }],
    },
  }
  hearCommitted(engine, settled as never)
  expect(heard).toEqual([
    [
      7,
      [
        { itemId: 1, at: 10, place: 0, value: 20 },
        { itemId: 2, at: 12, place: 0, value: 22, revises: true },
        { deviceId: 5, happening: { kind: 'circuit', at: 13, circuit: 4, status: 1 } },
      ],
    ],
  ])
})
