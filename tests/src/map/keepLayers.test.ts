import { describe, expect, test } from 'vitest'
import { LAYERS } from '#contract/devices/deviceType'
import { DEFAULT_CHOICE, keepChoice, readChoice } from '#src/map/keepLayers.ts'

const store = () => {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
}

describe("the map's remembered choice", () => {
  test('comes back as it was kept, for this user only', () => {
    const disk = store()
    const choice = { layers: { ...LAYERS, camera: false }, plots: false, tours: false, source: 'ground' }
    keepChoice(disk, 7, choice)
    expect(readChoice(disk, 7)).toEqual(choice)
    expect(readChoice(disk, 8)).toEqual(DEFAULT_CHOICE)
  })
  test('what cannot be read is the default, and a layer that was not there yet has its own', () => {
    for (const text of ['', 'null', '{', '[]', '7', '{"layers":5}', '{"layers":{"camera":"no"}}']) {
      expect(readChoice({ getItem: () => text }, 1)).toEqual(DEFAULT_CHOICE)
    }
    expect(readChoice({ getItem: () => '{"layers":{"camera":false},"source":"x"}' }, 1)).toEqual({
      layers: { ...LAYERS, camera: false },
      plots: true,
      tours: true,
      source: 'x',
    })
  })
  test('a store that refuses is borne', () => {
    expect(() =>
      keepChoice(
        {
          setItem: () => {
            throw new Error('full')
          },
        },
        1,
        DEFAULT_CHOICE,
      ),
    ).not.toThrow()
  })
})
