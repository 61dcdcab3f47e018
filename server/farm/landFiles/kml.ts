import { SaxesParser } from 'saxes'
import { type Budget, type Feature, MOST_DEPTH, type Pair, type Shape, unreadable } from './features.ts'

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** XML as text, in the encoding that its mark or its declaration names; UTF-8 where they name none. */
export function xmlText(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const declared = marked ?? /^(?:ï»¿)?\s*<\?xml[^>]*\sencoding=["']([\w-]{1,20})["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable()
  }
}

/** `longitude,latitude[,height]` with blanks between; some programs put blanks around the commas, too. */
function pairsOf(text: string, budget: Budget): Pair[] {
  const pairs: Pair[] = []
  let tuple = ''
  const end = () => {
    if (tuple === '') return
    const [x, y, ...rest] = tuple.split(',')
    // Nobody knows where one ends and the next begins.
    if (rest.length > 1) throw unreadable()
    budget.corner()
    pairs.push([Number(x || Number.NaN), Number(y || Number.NaN)])
    tuple = ''
  }
  for (const word of text.split(/\s+/)) {
    if (!tuple.endsWith(',') && !word.startsWith(',')) end()
    tuple += word
  }
  end()
  return pairs
}

/**
 * The placemarks of a KML document. A document type is refused, so that no entity is ever declared. What is drawn over the ground or lies at
 * another address is no outline.
 */
export function readKml(text: string, budget: Budget): Feature[] {
  const parser = new SaxesParser({ xmlns: false })
  const features: Feature[] = []
  const open: string[] = []
  let properties = new Map<string, string>()
  let shapes: Shape[] = []
  let id: string | null = null
  let rings: { outer: Pair[][]; inner: Pair[][] } | null = null
  let track: Pair[] = []
  let said = ''
  let dataName = ''
  let isKml = false

  const within = (name: string) => open.includes(name)
  parser.on('error', (cause) => {
    // A description holds HTML with entities of its own.
    if (!/entity/i.test(cause.message)) throw unreadable()
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = local(full)
    if (open.length === 0) isKml = name === 'kml' || name === 'Document' || name === 'Placemark' || name === 'Folder'
    if (!isKml || open.length >= MOST_DEPTH) throw unreadable()
    said = ''
    if (name === 'Placemark') {
      budget.feature()
      properties = new Map()
      shapes = []
      id = attributes['id'] ?? null
    } else if (name === 'Polygon') {
      budget.ring()
      rings = { outer: [], inner: [] }
    } else if (name === 'Track') track = []
    else if (name === 'Data' || name === 'SimpleData') dataName = attributes['name'] ?? ''
    open.push(name)
  })
  const heard = (piece: string) => {
    said += piece
  }
  parser.on('text', heard)
  parser.on('cdata', heard)

  const coordinates = () => {
    const pairs = pairsOf(said, budget)
    budget.ring()
    if (rings && within('innerBoundaryIs')) rings.inner.push(pairs)
    else if (rings) rings.outer.push(pairs)
    else if (within('LineString') || within('LinearRing')) shapes.push({ kind: 'line', rings: [pairs] })
    else if (within('Point')) shapes.push({ kind: 'point', rings: [pairs] })
  }
  parser.on('closetag', ({ name: full }) => {
    const name = local(full)
    open.pop()
    const parent = open.at(-1)
    if (within('Placemark')) {
      if (name === 'name' && parent === 'Placemark') budget.property(properties, 'name', said)
      else if ((name === 'value' && parent === 'Data') || name === 'SimpleData') budget.property(properties, dataName, said)
      else if (name === 'coordinates') coordinates()
      else if (name === 'coord') {
        const [x, y] = said.trim().split(/\s+/)
        budget.corner()
        track.push([Number(x), Number(y)])
      } else if (name === 'Track') shapes.push({ kind: 'line', rings: [track] })
      else if (name === 'Polygon' && rings) {
        const { outer, inner } = rings
        shapes.push({ kind: outer.length === 1 ? 'area' : 'none', rings: [...outer, ...inner] })
        rings = null
      }
    } else if (name === 'Placemark') features.push({ properties, id, shapes })
    said = ''
  })
  parser.write(text).close()
  if (!isKml) throw unreadable()
  return features
}
