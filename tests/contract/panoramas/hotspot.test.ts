import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldFault } from '#contract/core/fieldFault'
import { DEVICE_TYPES } from '#contract/devices/deviceType'
import {
  deviceTypeOf,
  factorOf,
  HOTSPOT_DEVICES,
  hotspotDeviceOf,
  hotSpotJson,
  hotspotUrl,
  iconUrlOf,
  parseHotspots,
  sizeOf,
  writeHotspots,
} from '#contract/panoramas/hotspot'
import { arbitraryHotspots } from './arbitraryHotspot.ts'

const base = { name: 'hs-1', atv: 0, ath: 0, width: 50, height: 50, style: 'front', url: iconUrlOf('front'), ondown: '', text: '' }
const note = { ...base, HType: 4, content: 'Pond 1', linkedscene: null }
const faultOf = (all: readonly unknown[]) => {
  const json = JSON.stringify(all)
  const issue = hotSpotJson.safeParse(json).error?.issues[0]
  return issue ? fieldFault({ ...issue, path: ['hotSpotJson'] }, { hotSpotJson: json }) : null
}

test('hotspots come back from their text as they were, and the call takes them', () => {
  fc.assert(
    fc.property(arbitraryHotspots, (all) => {
      const json = writeHotspots(all)
      expect(parseHotspots(json)).toEqual({ hotspots: all, unread: 0 })
      expect(hotSpotJson.safeParse(json).success).toBe(true)
    }),
  )
})

test('no text makes the reading throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
      expect(parseHotspots(json).unread).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('what can be read of a broken scene is read, and what cannot is counted', () => {
  const json = JSON.stringify([note, { ...note, name: 'hs-2', HType: 9 }, null, { ...note, text: 'twice' }, { ...note, name: 'hs-3' }])
  expect(parseHotspots(json)).toEqual({ hotspots: [note, { ...note, name: 'hs-3' }], unread: 3 })
  expect(parseHotspots('[{')).toEqual({ hotspots: [], unread: 1 })
  expect(parseHotspots('{}')).toEqual({ hotspots: [], unread: 1 })
  for (const nothing of [null, undefined, '', '[]']) expect(parseHotspots(nothing)).toEqual({ hotspots: [], unread: 0 })
})

const pictures = (count: number) => ({
  ...base,
  HType: 3,
  content: Array.from({ length: count }, () => 'https://a.cn/1.jpg'),
  linkedscene: null,
})
test.each([
  ['a title of 20', { ...note, text: 'x'.repeat(20) }, null],
  ['a title of 21', { ...note, text: 'x'.repeat(21) }, { key: 'tooLong', params: {} }],
  ['a text of 2000', { ...note, content: 'x'.repeat(2000) }, null],
  ['a text of 2001', { ...note, content: 'x'.repeat(2001) }, { key: 'tooLong', params: {} }],
  ['an empty text', { ...note, content: ' ' }, { key: 'onlySpaces', params: {} }],
  ['20 pictures', pictures(20), null],
  ['a 21st picture', pictures(21), { key: 'tooBig', params: { max: 20 } }],
  ['no picture', pictures(0), { key: 'invalid', params: {} }],
  ['a picture that runs', { ...pictures(1), content: ['javascript:alert(1)'] }, { key: 'url', params: {} }],
  ['a link that runs', { ...base, HType: 5, content: 'javascript:alert(1)', linkedscene: null }, { key: 'url', params: {} }],
  ['an unknown type', { ...note, HType: 6 }, { key: 'invalid', params: {} }],
  ['a name of another kind', { ...note, name: 'spot' }, { key: 'code', params: {} }],
  ['a size above 2', { ...note, width: 101 }, { key: 'invalid', params: {} }],
  ['another scene than it says', { ...base, HType: 1, content: { scenesId: 1 }, linkedscene: 2 }, { key: 'invalid', params: {} }],
])('the call judges %s', (_what, one, fault) => {
  expect(faultOf([one])).toEqual(fault && { field: 'hotSpotJson', ...fault })
})
test('the call takes 200 hotspots, each under a name of its own', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...note, name: `hs-${at}` }))
  expect(faultOf(many(200))).toBeNull()
  expect(faultOf(many(201))).toMatchObject({ key: 'tooBig', params: { max: 200 } })
  expect(faultOf([note, note])).toMatchObject({ key: 'twice' })
  expect(hotSpotJson.safeParse('[').success).toBe(false)
  expect(hotSpotJson.safeParse(' '.repeat(256 * 1024 + 1)).error?.issues[0]?.message).toBe('tooLong')
})

test.each([
  ['https://example.org', true],
  ['http://192.168.1.1:8080/a?b#c', true],
  ['ftp://files.example.org/a.pdf', true],
  ['HTTPS://农场.cn/塘', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.org', false],
  ['www.example.org', false],
  ['https://', false],
  ['https://a b', false],
  ['https://user:secret@example.org', false],
  ['https://a:99999/', false],
])('a hyperlink is a whole address: %s %s', (url, taken) => {
  expect(hotspotUrl.safeParse(url).success).toBe(taken)
})

test('a size of 0 to 2 in steps of 0.1 is so many pixels, and back', () => {
  for (let tenth = 0; tenth <= 20; tenth++) {
    expect(sizeOf(tenth / 10)).toBe(tenth * 5)
    expect(factorOf(tenth * 5)).toBe(tenth / 10)
  }
  expect([sizeOf(-1), sizeOf(9), sizeOf(Number.NaN)]).toEqual([0, 100, 50])
})

test('a hotspot names 17 types of devices, each a type of ours, and 4GLora_node', () => {
  expect(HOTSPOT_DEVICES).toHaveLength(18)
  expect(HOTSPOT_DEVICES).toContain('4GLora_node')
  for (const word of HOTSPOT_DEVICES) {
    expect(DEVICE_TYPES).toContain(deviceTypeOf(word))
    expect(hotspotDeviceOf(deviceTypeOf(word))).toBe(word)
  }
  expect(hotspotDeviceOf('injection')).toBe('injectFertilizer')
  expect(hotspotDeviceOf('plant_light')).toBeNull()
})
