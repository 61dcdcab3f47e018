import { folded } from '#contract/core/alike'
import { wrapLongitude } from '#contract/core/longitude'
import { crossingOf } from '#contract/core/outline'
import { amountText } from '#contract/core/decimal'
import { land } from '#contract/farm/land'
import {
  FAR_FROM_BASE_KM,
  ID_PROPERTY,
  type LandDatum,
  type LandFileReport,
  landOfFileId,
  type LandRow,
  MAX_LAND_FILE_ROWS,
  type SAME_NAMES,
} from '#contract/farm/landFile'
import { middleOf, SQUARE_METRES_OF_MU, squareMetresOf } from '#contract/farm/landMeasure'
import type { Position } from '#contract/core/values'
import { Refused } from '../../ground/foreign/refused.ts'
import { toWgs84 } from './datum.ts'
import type { Feature, Pair, Shape } from './features.ts'
import type { Projection } from './projection.ts'
import { isSameRing, kilometres, sharedPart, thinned } from './rings.ts'

/** A plot that is there. */
export interface Standing {
  readonly landId: number
  readonly areaId: number
  readonly landName: string
  readonly landMeasure: string | null
  readonly landProfile: readonly Position[] | null
}
/** How a file is read, and what it is held against. */
export interface Reading {
  readonly tenantId: number
  readonly areaId: number
  readonly centre: { readonly longitude: number; readonly latitude: number } | null
  readonly plots: readonly Standing[]
  readonly datum: LandDatum
  readonly swapped: boolean
  readonly nameOf: string | null
  readonly sameName: (typeof SAME_NAMES)[number]
  /** What an outline without a name is called, before its number. */
  readonly unnamed: string
}

const MOST_CORNERS = 500
const DIGITS = 7
/** An outline that encloses less is a slip of the hand, m2. */
const LEAST_SQUARE_METRES = 1
/** Neighbours that were drawn apart share a seam; more than this part of the smaller one is an overlap. */
const OVERLAP = 0.01
/** So many names say what an outline lies over. */
const MOST_NAMES = 5

/** Names under which programs write what a thing is called, the likeliest first. */
const NAME_FIELDS = ['landname', 'name', '名称', '地块名称', '地块名', '地块', 'dkmc', 'mc', 'title', 'label', 'plot', 'field', 'parcel']
function nameFieldOf(names: readonly string[], features: readonly Feature[]): string | null {
  const known = NAME_FIELDS.flatMap((likely) => names.filter((name) => folded(name) === likely))[0]
  const isText = (name: string) => features.some(({ properties }) => /\p{L}/u.test(properties.get(name) ?? ''))
  return known ?? names.find((name) => name !== ID_PROPERTY && isText(name)) ?? null
}

type Note = LandRow['notes'][number]
interface Drawn {
  readonly outline: Position[] | null
  readonly squareMetres: number
  readonly faults: LandRow['faults']
  readonly notes: Note[]
}
const muText = (squareMetres: number): string | null => {
  const mu = amountText.safeParse((squareMetres / SQUARE_METRES_OF_MU).toFixed(2))
  return mu.success ? mu.data : null
}

/** An area, or a line that ends where it began: a boundary that was walked is often kept as one. */
function encloses({ kind, rings: [ring] }: Shape): boolean {
  const [first, last] = [ring?.[0], ring?.at(-1)]
  return kind === 'area' || (kind === 'line' && ring!.length > 3 && first![0] === last![0] && first![1] === last![1])
}

/** A shape as an outline in WGS84, with what is wrong with it. */
function drawn(shape: Shape, reading: Reading, toDegrees: Projection['toDegrees']): Drawn {
  const none = (fault: LandRow['faults'][number]): Drawn => ({ outline: null, squareMetres: 0, faults: [fault], notes: [] })
  const notes: Note[] = []
  if (shape.kind === 'point') return none('point')
  const [first] = shape.rings
  if (shape.kind === 'none' || !first) return none('noArea')
  if (!encloses(shape)) return none('line')
  if (shape.kind === 'line') notes.push({ code: 'closedLine' })
  const rings: Position[][] = []
  for (const ring of shape.rings) {
    const placed = ring.map((pair) => placeOf(pair, reading, toDegrees))
    if (placed.some((place) => place === 'swapped')) return none('swapped')
    if (placed.some((place) => place === 'range')) return none('range')
    rings.push(opened(placed as Position[]))
  }
  const [outer, ...holes] = rings as [Position[], ...Position[][]]
  if (outer.length < 3) return { ...none('fewCorners'), notes }
  const { ring: outline, metres } = thinned(outer, MOST_CORNERS)
  if (outline.length < outer.length) notes.push({ code: 'thinned', corners: outer.length, metres: Math.ceil(metres * 100) / 100 })
  const taken = holes.reduce((sum, hole) => sum + squareMetresOf(hole), 0)
  const squareMetres = squareMetresOf(outline) - taken
  if (holes.length > 0) notes.push({ code: 'hole', mu: (taken / SQUARE_METRES_OF_MU).toFixed(2) })
  if (crossingOf(outline)) return { outline, squareMetres, faults: ['crossing'], notes }
  if (squareMetres < LEAST_SQUARE_METRES) return { outline, squareMetres, faults: ['noArea'], notes }
  const middle = middleOf(outline)
  if (reading.centre) {
    const km = kilometres([middle.longitude, middle.latitude], reading.centre)
    // Of what lies near its base once latitude and longitude change places.
    const other = Math.abs(middle.longitude) <= 90 ? kilometres([middle.latitude, middle.longitude], reading.centre) : Infinity
    if (km > FAR_FROM_BASE_KM && other <= FAR_FROM_BASE_KM) return { outline, squareMetres, faults: ['swapped'], notes }
    if (km > FAR_FROM_BASE_KM) notes.push({ code: 'far', km: Math.round(km) })
  }
  return { outline, squareMetres, faults: [], notes }
}

function placeOf(pair: Pair, { swapped, datum }: Reading, toDegrees: Projection['toDegrees']): Position | 'range' | 'swapped' {
  const [x, y] = toDegrees ? toDegrees(pair) : pair
  const [longitude, latitude] = swapped ? [y, x] : [x, y]
  if (!Number.isFinite(longitude) || !Number.isFinite(latitude)) return 'range'
  if (Math.abs(latitude) > 90) return Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90 ? 'swapped' : 'range'
  if (Math.abs(longitude) > 360) return 'range'
  const [east, north] = toWgs84([longitude, latitude], datum)
  return [Number(wrapLongitude(Number(east.toFixed(DIGITS))).toFixed(DIGITS)), Number(north.toFixed(DIGITS))]
}

/** Without the corner that closes a ring, and without corners that stand where the one before does. */
function opened(ring: readonly Position[]): Position[] {
  const isAt = (one: Position, other: Position) => one[0] === other[0] && one[1] === other[1]
  const corners = ring.filter((corner, at) => at === 0 || !isAt(corner, ring[at - 1]!))
  while (corners.length > 1 && isAt(corners[0]!, corners.at(-1)!)) corners.pop()
  return corners
}

interface Box {
  readonly row: { readonly name: string; readonly outline: readonly Position[] }
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}
function boxOf(row: Box['row']): Box {
  const [x, y] = [row.outline.map(([longitude]) => longitude), row.outline.map(([, latitude]) => latitude)]
  const least = (values: readonly number[]) => values.reduce((one, other) => Math.min(one, other), Infinity)
  const most = (values: readonly number[]) => values.reduce((one, other) => Math.max(one, other), -Infinity)
  return { row, west: least(x), east: most(x), south: least(y), north: most(y) }
}
const meet = (one: Box, other: Box) => one.west < other.east && other.west < one.east && one.south < other.north && other.south < one.north

const namedBy = (tenantId: number, { id, properties }: Feature) =>
  landOfFileId(tenantId, id) ?? landOfFileId(tenantId, properties.get(ID_PROPERTY))

/** What would become of the features of a file. */
export function judge(features: readonly Feature[], projection: Projection | null, reading: Reading): Omit<LandFileReport, 'format'> {
  const nameFields = [...new Set(features.flatMap(({ properties }) => [...properties.keys()]))].filter((name) => name !== ID_PROPERTY)
  const nameOf = reading.nameOf !== null && nameFields.includes(reading.nameOf) ? reading.nameOf : nameFieldOf(nameFields, features)
  const byId = new Map(reading.plots.map((plot) => [plot.landId, plot]))
  const ofBase = Map.groupBy(
    reading.plots.filter(({ areaId }) => areaId === reading.areaId),
    ({ landName }) => folded(landName),
  )
  const rows: LandRow[] = []
  const taken = { ids: new Set<number>(), names: new Set<string>() }

  features.forEach((feature, at) => {
    const shapes: readonly Shape[] = feature.shapes.length > 0 ? feature.shapes : [{ kind: 'none', rings: [] }]
    const areas = shapes.filter(encloses).length
    const given = (nameOf === null ? '' : (feature.properties.get(nameOf) ?? '')).trim() || `${reading.unnamed} ${at + 1}`
    const named = namedBy(reading.tenantId, feature)
    let nth = 0
    for (const shape of shapes) {
      const isArea = encloses(shape)
      if (isArea) nth++
      if (rows.length >= MAX_LAND_FILE_ROWS) throw new Refused('error.landFile.tooMany', { max: MAX_LAND_FILE_ROWS })
      const made = drawn(shape, reading, projection?.toDegrees ?? null)
      const read = land.create.shape.landName.safeParse(areas > 1 && isArea ? `${given} ${nth}` : given)
      const name = read.success ? read.data : given.slice(0, 60).toWellFormed().replaceAll('\0', '')
      const isLong = !read.success && read.error.issues.some(({ message }) => message === 'tooLong')
      const faults = read.success ? made.faults : [...made.faults, isLong ? ('nameLong' as const) : ('notText' as const)]
      // Of several outlines of one plot the first is it: the others are new ones.
      const own = named !== null && nth === 1 && isArea ? byId.get(named) : undefined
      rows.push({
        row: rows.length + 1,
        feature: at + 1,
        name,
        ...standing({ name, outline: made.outline, own, taken, ofBase, plots: reading.plots, rows, sameName: reading.sameName }),
        outline: made.outline,
        measure: muText(made.squareMetres),
        rings: shape.rings.length,
        faults,
        notes: made.notes,
      })
    }
  })
  tellOverlaps(rows, reading.plots)
  // What Furrow wrote is in WGS84, whether its format says so or not.
  const isOurs = features.every((feature) => namedBy(reading.tenantId, feature) !== null)
  return { said: projection?.said ?? (isOurs ? 'WGS 84' : null), nameFields, nameOf, rows }
}

/** Which plot an outline is, and whether it would change it. */
function standing(of: {
  name: string
  outline: readonly Position[] | null
  own: Standing | undefined
  taken: { readonly ids: Set<number>; readonly names: Set<string> }
  ofBase: ReadonlyMap<string, readonly Standing[]>
  plots: readonly Standing[]
  rows: readonly LandRow[]
  sameName: Reading['sameName']
}): Pick<LandRow, 'state' | 'landId' | 'was'> {
  const { name, outline, taken, rows, plots } = of
  const known = ({ landId, landName, landMeasure }: Standing) => ({ landId, was: { landName, landMeasure } })
  const isSame = (plot: Standing) => outline !== null && plot.landProfile !== null && isSameRing(plot.landProfile, outline)
  const word = folded(name)
  const isTwice = taken.names.has(word)
  taken.names.add(word)
  const namesakes = of.ofBase.get(word) ?? []
  // With several of one name nobody knows which is meant.
  const own = of.own ?? (of.sameName === 'update' && namesakes.length === 1 && !isTwice ? namesakes[0] : undefined)
  if (own && !taken.ids.has(own.landId)) {
    taken.ids.add(own.landId)
    return { state: isSame(own) && own.landName === name ? 'same' : 'changed', ...known(own) }
  }
  if (own) return { state: 'duplicate', ...known(own) }
  const there = plots.find(isSame) ?? namesakes[0]
  if (there) return { state: 'duplicate', ...known(there) }
  const isRepeated = isTwice || (outline !== null && rows.some((row) => row.outline !== null && isSameRing(row.outline, outline)))
  return { state: isRepeated ? 'duplicate' : 'new', landId: null, was: null }
}

/** Says of each outline which others it lies over: plots as they will stand, and outlines of the file that would be brought with it. */
function tellOverlaps(rows: readonly LandRow[], plots: readonly Standing[]): void {
  const moved = new Set(rows.flatMap(({ state, landId }) => (state === 'changed' ? [landId] : [])))
  const brought = rows.filter(({ state, outline, faults }) => outline !== null && faults.length === 0 && state !== 'same')
  const boxes = brought.map((row) => ({ found: row, box: boxOf({ name: row.name, outline: row.outline! }) }))
  const standing = plots.flatMap((plot) =>
    plot.landProfile && plot.landProfile.length >= 3 && !moved.has(plot.landId)
      ? [{ landId: plot.landId, box: boxOf({ name: plot.landName, outline: plot.landProfile }) }]
      : [],
  )
  const over = new Map<LandRow, string[]>(brought.map((row) => [row, []]))
  const isOver = (one: Box, other: Box) => meet(one, other) && sharedPart(one.row.outline, other.row.outline, OVERLAP) > OVERLAP
  const tell = (row: LandRow, name: string) => void (over.get(row)!.length < MOST_NAMES && over.get(row)!.push(name))
  const isFull = (row: LandRow) => over.get(row)!.length >= MOST_NAMES
  boxes.forEach(({ found, box }, at) => {
    for (const { landId, box: other } of standing)
      if (!isFull(found) && landId !== found.landId && isOver(box, other)) tell(found, other.row.name)
    for (const { found: later, box: other } of boxes.slice(at + 1)) {
      if (isFull(found) && isFull(later)) continue
      if (!isOver(box, other)) continue
      tell(found, later.name)
      tell(later, found.name)
    }
  })
  for (const [row, names] of over) if (names.length > 0) row.notes.push({ code: 'overlap', names })
}
