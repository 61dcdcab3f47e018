import fc from 'fast-check'
import { type Hotspot, HOTSPOT_DEVICES, HOTSPOT_STYLES, iconUrlOf, sizeOf } from '#contract/panoramas/hotspot'

const words = (least: number, most: number) =>
  fc
    .string({ minLength: least, maxLength: most, unit: fc.constantFrom('a', '塘', ' ', '"', '<', '\n') })
    .map((text) => text.trim())
    .filter((text) => text.length >= least)
const whole = fc.integer({ min: 1, max: 1e9 })

const content = fc.oneof(
  whole.map((scenesId) => ({ HType: 1 as const, content: { scenesId }, linkedscene: scenesId })),
  fc
    .record({
      id: whole,
      deviceType: fc.constantFrom(...HOTSPOT_DEVICES),
      name: words(0, 50),
      eui: words(0, 50),
      deviceSerial: fc.option(words(0, 50)),
      online: fc.constantFrom(0, 1),
    })
    .map((device) => ({ HType: 2 as const, content: device, linkedscene: null })),
  fc
    .array(fc.constantFrom('https://example.org/a.jpg', '/hfle/v1/1/files/x/content'), { minLength: 1, maxLength: 20 })
    .map((pictures) => ({ HType: 3 as const, content: pictures, linkedscene: null })),
  words(1, 300).map((text) => ({ HType: 4 as const, content: text, linkedscene: null })),
  fc.webUrl().map((url) => ({ HType: 5 as const, content: url, linkedscene: null })),
)

/** A lawful hotspot. */
const arbitraryHotspot: fc.Arbitrary<Hotspot> = fc
  .record({
    name: fc.uuid().map((uuid) => `hs-${uuid}`),
    atv: fc.integer({ min: -90, max: 90 }),
    ath: fc.integer({ min: -180, max: 180 }),
    factor: fc.double({ min: 0, max: 2, noNaN: true }),
    style: fc.constantFrom(...HOTSPOT_STYLES),
    text: words(0, 20),
    content,
  })
  .map(({ factor, content: held, ...rest }) => ({
    ...rest,
    width: sizeOf(factor),
    height: sizeOf(factor),
    url: iconUrlOf(rest.style),
    ondown: '',
    ...held,
  }))
export const arbitraryHotspots = fc.uniqueArray(arbitraryHotspot, { selector: ({ name }) => name, maxLength: 8 })
