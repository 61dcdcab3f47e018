import { tileRowOfBaidu } from './baiduCrs.ts'
import type { Datum } from './convertDatum.ts'

const SUBDOMAINS = ['a', 'b', 'c']

/**
 * A tile's address from a template with {x}, {y}, {z}, and optionally {-y} (rows counted from the south), {s} (a, b, c) or {0-3} (a
 * numbered server). `x`, `y` and `z` are Leaflet's; in a BD09 source rows are turned to Baidu's count, and negative numbers are
 * written `M1` where the template says {xm} and {ym}.
 */
export function buildTileUrl(template: string, tile: { x: number; y: number; z: number }, datum: Datum): string {
  const y = datum === 'BD09' ? tileRowOfBaidu(tile.y) : tile.y
  // The same tile always asks the same server, so that caches hold.
  const turn = Math.abs(tile.x + tile.y)
  return template.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    if (name === 'x') return String(tile.x)
    if (name === 'y') return String(y)
    if (name === 'z') return String(tile.z)
    if (name === '-y') return String(datum === 'BD09' ? tile.y : 2 ** tile.z - 1 - tile.y)
    if (name === 'xm') return withMinus(tile.x)
    if (name === 'ym') return withMinus(y)
    if (name === 's') return SUBDOMAINS[turn % SUBDOMAINS.length]!
    const range = /^(\d)-(\d)$/.exec(name)
    if (!range) return whole
    const [first, last] = [Number(range[1]), Number(range[2])]
    return String(first + (turn % Math.max(1, last - first + 1)))
  })
}

const withMinus = (value: number) => (value < 0 ? `M${-value}` : String(value))
