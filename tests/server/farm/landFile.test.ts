import { strToU8 } from 'fflate'
import fc from 'fast-check'
import gcoordPackage from 'gcoord'
import { describe, expect, test } from 'vitest'
import type { Position } from '#contract/core/values'
import { LAND_FILE_FORMATS, landFileId, type LandFileReport, MAX_LAND_FILE_CORNERS, MAX_LAND_FILE_ROWS } from '#contract/farm/landFile'
import { muOf } from '#contract/farm/landMeasure'
import { Budget } from '#server/farm/landFiles/features'
import type { Reading, Standing } from '#server/farm/landFiles/judge'
import { projectionOfName } from '#server/farm/landFiles/projection'
import { readLandFile } from '#server/farm/landFiles/readJob'
import { isSameRing, sharedPart, thinned } from '#server/farm/landFiles/rings'
import { areasOf } from '#server/farm/landFiles/shapefile'
import { writeLandFile, type WrittenLand } from '#server/farm/landFiles/writeJob'
import { close, coordinates, dbf, geoJson, kml, kmlPolygon, PRJ, shp, square, zip } from './landFileMaker.ts'

const gcoord = gcoordPackage as unknown as (typeof gcoordPackage)['default']
const reading: Reading = {
  tenantId: 1,
  areaId: 10,
  centre: { longitude: 113.34, latitude: 22.96 },
  plots: [],
  datum: 'WGS84',
  swapped: false,
  nameOf: null,
  sameName: 'leave',
  unnamed: 'Plot',
}
async function read(bytes: Uint8Array, given: Partial<Reading> = {}): Promise<LandFileReport> {
  const found = await readLandFile({ bytes, reading: { ...reading, ...given } })
  if ('projection' in found) throw new Error(`projection: ${found.projection}`)
  return found
}
const aPlot = (landId: number, landName: string, landProfile: Position[] | null, areaId = 10): Standing => ({
  landId,
  areaId,
  landName,
  landMeasure: muOf(landProfile),
  landProfile,
})
const refusal = (bytes: Uint8Array) =>
  readLandFile({ bytes, reading }).then(
    (found) => ('projection' in found ? `projection ${found.projection}` : 'read'),
    (cause: Error & { code?: string }) => cause.code ?? cause.message,
  )
const near = (one: readonly Position[], other: readonly Position[]) => isSameRing(one, other)
const A = square(113.34, 22.96)

describe('what is read', () => {
  test('GeoJSON: names, corners and areas; nothing is said of its coordinates', async () => {
    const found = await read(geoJson([{ properties: { name: 'North' }, rings: [A] }]))
    expect(found).toMatchObject({ format: 'geojson', said: null, nameOf: 'name', nameFields: ['name'] })
    expect(found.rows).toMatchObject([{ row: 1, feature: 1, name: 'North', state: 'new', landId: null, rings: 1, faults: [], notes: [] }])
    expect(near(found.rows[0]!.outline!, A)).toBe(true)
    expect(found.rows[0]!.measure).toBe(muOf(A))
  })

  test('KML: placemarks in folders, holes, several areas, data, and the name with its signs', async () => {
    const hole = square(113.3402, 22.9602, 0.0002)
    const found = await read(
      kml(
        `<Folder><Placemark><name>Tom &amp; <![CDATA[<b>Ann</b>]]></name><description>&nbsp;a</description>
         <ExtendedData><Data name="crop"><value>rice</value></Data><SchemaData><SimpleData name="soil">clay</SimpleData></SchemaData></ExtendedData>
         <MultiGeometry>${kmlPolygon(A, hole)}${kmlPolygon(square(113.35, 22.96))}</MultiGeometry></Placemark></Folder>`,
      ),
    )
    expect(found.nameFields).toEqual(['name', 'crop', 'soil'])
    expect(found.rows.map(({ name }) => name)).toEqual(['Tom & <b>Ann</b> 1', 'Tom & <b>Ann</b> 2'])
    const [first] = found.rows
    expect(first).toMatchObject({ rings: 2, notes: [{ code: 'hole', mu: muOf(hole) }], faults: [] })
    expect(Number(first!.measure)).toBeCloseTo(Number(muOf(A)) - Number(muOf(hole)), 1)
  })

  test('KML with blanks around its commas and with heights; where nobody knows which figures belong together it is refused', async () => {
    const corners = close(A)
    const write = (inside: string) =>
      kml(
        `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${inside}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
      )
    for (const spelt of [
      corners.map(([x, y]) => `${x},${y}`).join('\n'),
      corners.map(([x, y]) => `${x}, ${y}, 12.5`).join('  '),
      corners.map(([x, y]) => `${x} ,${y} ,0`).join('\t'),
    ])
      expect(near((await read(write(` ${spelt} `))).rows[0]!.outline!, A)).toBe(true)
    expect(await refusal(write(corners.map(([x, y]) => `${x},${y}`).join(', ')))).toBe('error.landFile.unreadable')
  })

  test('KML in the encoding that it declares, and in a KMZ beside pictures', async () => {
    const inGbk = new Uint8Array([
      ...strToU8('<?xml version="1.0" encoding="GBK"?><kml><Placemark><name>'),
      0xb6,
      0xab,
      0xcc,
      0xef,
      ...strToU8(`</name>${kmlPolygon(A)}</Placemark></kml>`),
    ])
    expect((await read(inGbk)).rows[0]!.name).toBe('东田')
    const kmz = zip({ 'doc.kml': kml(`<Placemark><name>东田</name>${kmlPolygon(A)}</Placemark>`), 'files/a.png': 'no picture' })
    expect((await read(kmz)).rows[0]!.name).toBe('东田')
  })

  test('a line that closes is an outline, to be agreed to; an open one and a point are told', async () => {
    const line = (ring: readonly Position[]) => ({ geometry: { type: 'LineString', coordinates: ring } })
    const found = await read(geoJson([line(close(A)), line(A), { geometry: { type: 'Point', coordinates: A[0] } }, { geometry: null }]))
    expect(found.rows.map(({ faults, notes }) => [faults, notes.map(({ code }) => code)])).toEqual([
      [[], ['closedLine']],
      [['line'], []],
      [['point'], []],
      [['noArea'], []],
    ])
    const track = `<Placemark><gx:Track>${close(A)
      .map(([x, y]) => `<gx:coord>${x} ${y} 0</gx:coord>`)
      .join('')}</gx:Track></Placemark>`
    expect(
      (await read(kml(track + `<Placemark>${coordinates(square(113.35, 22.96))}</Placemark>`))).rows.map(({ notes }) =>
        notes.map(({ code }) => code),
      ),
    ).toEqual([['closedLine'], ['closedLine']])
  })

  test('a shapefile with its rows, whichever way its rings go; a bare .shp; names in GBK and UTF-8 with and without a .cpg', async () => {
    const east = square(113.35, 22.96)
    const layer = shp([[A], [east.toReversed()], null])
    const rows = [
      { DKBM: '001', DKMC: '东田' },
      { DKBM: '002', DKMC: '西田' },
      { DKBM: '003', DKMC: '无' },
    ]
    const gbk = (text: string) =>
      text === '东田'
        ? Uint8Array.of(0xb6, 0xab, 0xcc, 0xef)
        : text === '西田'
          ? Uint8Array.of(0xce, 0xf7, 0xcc, 0xef)
          : text === '无'
            ? Uint8Array.of(0xce, 0xde)
            : strToU8(text)
    const layers: Record<string, Uint8Array | string>[] = [
      { 'a/地.shp': layer, 'a/地.dbf': dbf(rows), 'a/地.prj': PRJ.wgs84, 'a/地.cpg': 'UTF-8' },
      { 'a.shp': layer, 'a.dbf': dbf(rows), 'a.prj': PRJ.cgcs2000 },
      { 'A.SHP': layer, 'A.DBF': dbf(rows, gbk), 'A.PRJ': PRJ.cgcs2000 },
      { 'a.shp': layer, 'a.dbf': dbf(rows, gbk), 'a.prj': PRJ.wgs84, 'a.cpg': 'GBK' },
      // A .cpg that is wrong, and one that nobody knows.
      { 'a.shp': layer, 'a.dbf': dbf(rows, gbk), 'a.prj': PRJ.wgs84, 'a.cpg': 'UTF-8' },
      { 'a.shp': layer, 'a.dbf': dbf(rows), 'a.prj': PRJ.wgs84, 'a.cpg': 'nobody' },
    ]
    for (const parts of layers) {
      const found = await read(zip(parts))
      expect(found).toMatchObject({ format: 'shapefile', nameOf: 'DKMC' })
      expect(found.said).toMatch(/^GCS_/)
      expect(found.rows.map(({ name, faults }) => [name, faults])).toEqual([
        ['东田', []],
        ['西田', []],
        ['无', ['noArea']],
      ])
    }
    const bare = await read(layer)
    expect(bare).toMatchObject({ format: 'shapefile', said: null, nameOf: null })
    expect(bare.rows.map(({ name }) => name)).toEqual(['Plot 1', 'Plot 2', 'Plot 3'])
  })

  test('projections of a .prj and of the crs of an older GeoJSON, to a millimetre of what they say of themselves', async () => {
    const rows = [{ name: 'a' }]
    // The middle meridian is straight, and a degree of it as long as the ellipsoid says: 30 degrees north are 3,320,113.398 m.
    const metres: Position[] = [
      [500_000, 3_320_113.398],
      [500_100, 3_320_113.398],
      [500_100, 3_320_213.398],
      [500_000, 3_320_213.398],
    ]
    const shift = (east: number): Position[] => metres.map(([x, y]) => [x + east, y])
    for (const [prj, ring] of [
      [PRJ.gauss(), metres],
      [PRJ.gauss(38), shift(38_000_000)],
    ] as const) {
      const found = await read(zip({ 'a.shp': shp([[ring]]), 'a.dbf': dbf(rows), 'a.prj': prj }), { centre: null })
      expect(found.said).toBe('CGCS2000_3_Degree_GK_CM_114E')
      expect(found.rows[0]!.outline![0]).toEqual([114, 30])
      expect(Number(found.rows[0]!.measure)).toBeCloseTo(15, 1)
    }
    const inZone = await read(
      geoJson([{ rings: [metres] }], { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4547' } } }),
      {
        centre: null,
      },
    )
    expect(inZone.rows[0]!.outline![0]).toEqual([114, 30])
    const same = projectionOfName('EPSG:4526').toDegrees!([38_500_000, 3_320_113.398])
    expect(same[0]).toBeCloseTo(114, 8)
    const utm = await read(zip({ 'a.shp': shp([[metres]]), 'a.dbf': dbf(rows), 'a.prj': PRJ.utm50() }), { centre: null })
    expect(utm.rows[0]!.outline![0]![0]).toBe(117)
    expect(utm.rows[0]!.outline![0]![1]).toBeGreaterThan(30.01)
    expect(projectionOfName('urn:ogc:def:crs:OGC:1.3:CRS84')).toMatchObject({ toDegrees: null })
  })

  test('a datum whose shift nobody knows is refused by its name, and metres without a projection as such', async () => {
    const layer = shp([[square(500_000, 3_320_113, 100)]])
    expect(await refusal(zip({ 'a.shp': layer, 'a.prj': PRJ.beijing54 }))).toBe('projection Beijing_1954_3_Degree_GK_CM_114E')
    expect(await refusal(zip({ 'a.shp': layer, 'a.prj': 'nonsense' }))).toBe('projection nonsense')
    expect(await refusal(zip({ 'a.shp': layer }))).toBe('error.landFile.noProjection')
    const crs = { crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2383' } } }
    expect(await refusal(geoJson([{ rings: [A] }], crs))).toBe('projection urn:ogc:def:crs:EPSG::2383')
  })

  test('degrees of the shifted grids become WGS84 to a centimetre', async () => {
    for (const datum of ['GCJ02', 'BD09'] as const) {
      const shifted = A.map((corner) => gcoord.transform([...corner], gcoord.WGS84, gcoord[datum]) as unknown as Position)
      expect(near(shifted, A)).toBe(false)
      const found = await read(geoJson([{ rings: [shifted] }]), { datum })
      expect(near(found.rows[0]!.outline!, A)).toBe(true)
    }
  })
})

describe('what is wrong with an outline', () => {
  const faultsOf = async (ring: Position[], given: Partial<Reading> = {}) =>
    (await read(geoJson([{ rings: [ring] }]), given)).rows[0]!.faults
  test.each<[string, Position[]]>([
    ['crossing', [A[0]!, A[2]!, A[1]!, A[3]!]],
    ['fewCorners', [A[0]!, A[1]!]],
    ['noArea', square(113.34, 22.96, 0.000001)],
    ['range', square(200, 95)],
    ['swapped', A.map(([x, y]) => [y, x])],
  ])('%s', async (fault, ring) => {
    expect(await faultsOf(ring)).toEqual([fault])
  })

  test('latitudes before longitudes are told near the base where both are lawful, too, and read when they are said', async () => {
    const centre = { longitude: 30.5, latitude: 50.4 }
    const ring = square(50.4, 30.5)
    expect(await faultsOf(ring, { centre })).toEqual(['swapped'])
    const found = await read(geoJson([{ rings: [ring] }]), { centre, swapped: true })
    expect(found.rows[0]).toMatchObject({ faults: [], notes: [] })
    expect(near(found.rows[0]!.outline!, square(30.5, 50.4))).toBe(true)
  })

  test('names that no plot may have are not cut', async () => {
    const found = await read(
      geoJson([
        { properties: { name: 'x'.repeat(61) }, rings: [A] },
        { properties: { name: 'a\u0000b' }, rings: [square(113.35, 22.96)] },
      ]),
    )
    expect(found.rows.map(({ faults }) => faults)).toEqual([['nameLong'], ['notText']])
  })

  test('what lies far from its base, and over another, is said; neighbours that share an edge lie over nothing', async () => {
    const found = await read(
      geoJson([
        { properties: { name: 'a' }, rings: [A] },
        { properties: { name: 'beside' }, rings: [square(113.341, 22.96)] },
        { properties: { name: 'over' }, rings: [square(113.3405, 22.9605)] },
        { properties: { name: 'far' }, rings: [square(116, 40)] },
      ]),
      { plots: [aPlot(5, 'old', square(113.3395, 22.9595))] },
    )
    const notes = (name: string) => found.rows.find((row) => row.name === name)!.notes
    expect(notes('a')).toEqual([{ code: 'overlap', names: ['old', 'over'] }])
    expect(notes('beside')).toEqual([{ code: 'overlap', names: ['over'] }])
    expect(notes('far')).toEqual([{ code: 'far', km: expect.any(Number) }])
    const apart = await read(geoJson([{ rings: [A] }, { rings: [square(113.341, 22.96)] }, { rings: [square(113.34, 22.961)] }]))
    expect(apart.rows.flatMap((row) => row.notes)).toEqual([])
  })

  test('more corners than a plot has are thinned, and it is said by how much', async () => {
    const round: Position[] = Array.from({ length: 2000 }, (_, at) => {
      const angle = (at / 1000) * Math.PI
      return [113.34 + 0.001 * Math.cos(angle), 22.96 + 0.001 * Math.sin(angle)]
    })
    const [row] = (await read(geoJson([{ rings: [round] }]))).rows
    expect(row!.outline).toHaveLength(500)
    expect(row!.notes).toMatchObject([{ code: 'thinned', corners: 2000 }])
    expect(row!.notes[0]!.metres).toBeLessThan(0.05)
    expect(Number(row!.measure) / Number(muOf(round))).toBeCloseTo(1, 3)
  })
})

describe('new, changed, same and duplicate', () => {
  const id = landFileId(1, 7)
  const states = async (features: Parameters<typeof geoJson>[0], plots: Standing[], given: Partial<Reading> = {}) =>
    (await read(geoJson(features), { plots, ...given })).rows.map(({ state, landId }) => [state, landId])
  const there = [aPlot(7, 'North', A)]

  test('by the id that Furrow gave it, in whichever base; the second of an id is a duplicate', async () => {
    expect(await states([{ id, properties: { name: 'North' }, rings: [A.toReversed()] }], there)).toEqual([['same', 7]])
    expect(await states([{ id, properties: { name: 'North 2' }, rings: [A] }], there)).toEqual([['changed', 7]])
    expect(await states([{ properties: { name: 'North', furrowId: id }, rings: [square(113.35, 22.96)] }], there)).toEqual([['changed', 7]])
    const twice = [
      { id, properties: { name: 'North' }, rings: [A] },
      { id, properties: { name: 'South' }, rings: [square(113.35, 22.96)] },
    ]
    expect(await states(twice, there)).toEqual([
      ['same', 7],
      ['duplicate', 7],
    ])
    expect(await states([{ id, properties: { name: 'North' }, rings: [A] }], [aPlot(7, 'North', A, 99)])).toEqual([['same', 7]])
  })
  test('an id of another enterprise, or of a plot that is gone, says nothing', async () => {
    expect(await states([{ id: landFileId(2, 7), properties: { name: 'Else' }, rings: [square(113.35, 22.96)] }], there)).toEqual([
      ['new', null],
    ])
    expect(await states([{ id: landFileId(1, 8), properties: { name: 'Else' }, rings: [square(113.35, 22.96)] }], there)).toEqual([
      ['new', null],
    ])
  })
  test('by name in the base and by outline, however the name is spelt; and within the file', async () => {
    const other = square(113.35, 22.96)
    expect(await states([{ properties: { name: ' ＮＯＲＴＨ ' }, rings: [other] }], there)).toEqual([['duplicate', 7]])
    expect(await states([{ properties: { name: 'Else' }, rings: [A] }], there)).toEqual([['duplicate', 7]])
    expect(await states([{ properties: { name: 'North' }, rings: [other] }], [aPlot(7, 'North', A, 99)])).toEqual([['new', null]])
    const twice = [
      { properties: { name: 'a' }, rings: [A] },
      { properties: { name: 'A' }, rings: [other] },
      { properties: { name: 'b' }, rings: [other] },
    ]
    expect(await states(twice, [])).toEqual([
      ['new', null],
      ['duplicate', null],
      ['duplicate', null],
    ])
  })
  test('a plot of the name takes the outline where that is said, unless there are two of the name', async () => {
    const given = { sameName: 'update' } as const
    const other = [{ properties: { name: 'north' }, rings: [square(113.35, 22.96)] }]
    expect(await states(other, there, given)).toEqual([['changed', 7]])
    expect(await states([{ properties: { name: 'North' }, rings: [A] }], there, given)).toEqual([['same', 7]])
    expect(await states(other, [...there, aPlot(8, 'North', null)], given)).toEqual([['duplicate', 7]])
  })
})

/** Simple rings of any shape about a place, which may lie at 180 degrees: corners as they are seen around from there, from 0.01 to 0.02 degrees away. */
const outline = fc
  .tuple(
    fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    fc.integer({ min: -800_000_000, max: 800_000_000 }),
    fc.array(fc.integer({ min: 100_000, max: 200_000 }), { minLength: 3, maxLength: 40 }),
  )
  .map(([longitude, latitude, away]) =>
    away.map((radius, at): Position => {
      const angle = (2 * Math.PI * at) / away.length
      const [east, north] = [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))]
      return [Number(wrapped((longitude + east) / 1e7).toFixed(7)), Number(((latitude + north) / 1e7).toFixed(7))]
    }),
  )
const wrapped = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
const title = fc
  .oneof(
    fc.constantFrom('=1+1', '<b>x</b>', '"&\'', '东田🌾', '@cmd', 'x'.repeat(60), '田'.repeat(60)),
    fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }),
  )
  .map((name) =>
    name
      .replaceAll(/[\p{Cc}\p{Cn}\p{Co}\ufffe\uffff]/gu, '')
      .normalize('NFC')
      .trim()
      .slice(0, 60),
  )
  .filter((name) => /\p{L}|\p{N}|\p{S}/u.test(name) && name.isWellFormed())

test('what is exported comes back as the same, outline, name and area, in each format', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(outline, title), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...LAND_FILE_FORMATS),
      async (made, format) => {
        const plots = made.map(([ring, name], at) => aPlot(at + 1, name, ring))
        const lands = plots.map(({ landId, landName, landMeasure, landProfile }) => ({
          id: landFileId(1, landId),
          name: landName,
          landType: 'field',
          measure: landMeasure,
          base: '基地 <1>',
          outline: landProfile as Position[],
        })) satisfies WrittenLand[]
        const bytes = writeLandFile({ format, title: 'Plots', lands: strToU8(JSON.stringify(lands)) })
        const found = await read(bytes, { plots, centre: null })
        expect(found.format).toBe(format)
        expect(found.said).not.toBeNull()
        expect(found.rows.map(({ state, name }) => [state, name])).toEqual(plots.map(({ landName }) => ['same', landName]))
        for (const [at, { outline: back, measure }] of found.rows.entries()) {
          expect(isSameRing(back!, plots[at]!.landProfile!)).toBe(true)
          expect(Math.abs(Number(measure) - Number(plots[at]!.landMeasure))).toBeLessThanOrEqual(0.02)
        }
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)

test('what is written keeps the rules of its format', () => {
  const land = { id: landFileId(1, 1), name: '<script>&', landType: 'field', measure: '1.00', base: 'b', outline: A.toReversed() }
  const write = (format: (typeof LAND_FILE_FORMATS)[number]) =>
    writeLandFile({ format, title: 'Plots', lands: strToU8(JSON.stringify([land])) })
  const json = JSON.parse(new TextDecoder().decode(write('geojson'))) as {
    description: string
    features: { id: string; geometry: { coordinates: Position[][] } }[]
  }
  const ring = json.features[0]!.geometry.coordinates[0]!
  const twice = ring
    .slice(1)
    .reduce((sum, [x, y], at) => sum + (ring[at]![0] - 113.34) * (y - 22.96) - (x - 113.34) * (ring[at]![1] - 22.96), 0)
  expect([twice > 0, ring[0], json.features[0]!.id, json.description]).toEqual([true, ring.at(-1), land.id, 'WGS 84 (EPSG:4326)'])
  // On both sides of 180 degrees it is in one piece.
  const across = {
    ...land,
    outline: [
      [179.999, -17],
      [-179.999, -17],
      [-179.999, -16.998],
    ],
  }
  const written = new TextDecoder().decode(writeLandFile({ format: 'geojson', title: '', lands: strToU8(JSON.stringify([across])) }))
  expect(written).toContain('180.001')
  const text = new TextDecoder().decode(write('kml'))
  expect(text).toContain('<name>&lt;script&gt;&amp;</name>')
  expect(text).not.toContain('<script>')
  expect(text).toContain('WGS 84')
})

describe('what a stranger may send', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at): Position => [113 + at / 1e6, 22 + (at % 2) / 1e6])
  const laughs = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`
  const cases: [string, () => Uint8Array, string][] = [
    ['entities that unfold', () => kml('<Placemark><name>&b;</name></Placemark>', laughs), 'error.landFile.unreadable'],
    ['an external entity', () => kml('', '<!DOCTYPE kml SYSTEM "file:///etc/passwd">'), 'error.landFile.unreadable'],
    [
      'deep elements',
      () => kml(`${'<Folder>'.repeat(1000)}<Placemark>${kmlPolygon(A)}</Placemark>${'</Folder>'.repeat(1000)}`),
      'error.landFile.unreadable',
    ],
    ['elements that never end', () => strToU8('<kml><Document>'), 'error.landFile.unreadable'],
    ['another XML', () => strToU8('<html><Placemark/></html>'), 'error.landFile.unreadable'],
    [
      'deep collections',
      () => strToU8(`${'{"type":"GeometryCollection","geometries":['.repeat(50_000)}${']}'.repeat(50_000)}`),
      'error.landFile.unreadable',
    ],
    ['deep lists', () => strToU8(`{"type":"Polygon","coordinates":${'['.repeat(500_000)}${']'.repeat(500_000)}}`), 'read'],
    ['a hundred thousand corners in GeoJSON', () => geoJson([{ rings: [many(100_000)] }]), 'error.landFile.corners'],
    ['a hundred thousand corners in KML', () => kml(`<Placemark>${kmlPolygon(many(100_000))}</Placemark>`), 'error.landFile.corners'],
    ['a hundred thousand corners in a shapefile', () => shp([[many(100_000)]]), 'error.landFile.corners'],
    ['too many outlines', () => geoJson(Array.from({ length: MAX_LAND_FILE_ROWS + 1 }, () => ({ rings: [A] }))), 'error.landFile.tooMany'],
    [
      'too many outlines of one',
      () => geoJson([{ geometry: { type: 'MultiPoint', coordinates: Array.from({ length: 1001 }, () => [1, 2]) } }]),
      'error.landFile.tooMany',
    ],
    ['nothing', () => geoJson([]), 'error.landFile.empty'],
    ['an empty file', () => new Uint8Array(0), 'error.landFile.unreadable'],
    ['a picture', () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10), 'error.landFile.unreadable'],
    [
      'JSON that is none',
      () => strToU8('{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[NaN,1]]]}}]}'),
      'error.landFile.unreadable',
    ],
    ['text for coordinates', () => strToU8('{"type":"Polygon","coordinates":"a"}'), 'error.landFile.unreadable'],
    ['an archive of nothing known', () => zip({ 'a.txt': 'a' }), 'error.landFile.unreadable'],
    ['an archive that is cut', () => zip({ 'a.kml': kml('') }).subarray(0, 60), 'error.landFile.unreadable'],
    ['a bomb', () => zip({ 'a.kml': new Uint8Array(60_000_000) }), 'error.input.tooLarge'],
    ['a .shp that is none', () => zip({ 'a.shp': new Uint8Array(200) }), 'error.landFile.unreadable'],
  ]
  test.each(cases)('%s is refused in words and at once', async (_, make, code) => {
    const bytes = make()
    const began = performance.now()
    expect(await refusal(bytes)).toBe(code)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('figures of a shapefile that are no figures are out of range, and lengths that do not fit are refused', async () => {
    const layer = shp([
      [
        [
          [Number.NaN, 1],
          [2, Infinity],
          [3, 3],
        ],
      ],
    ])
    expect((await read(layer)).rows[0]!.faults).toEqual(['range'])
    const lengths = (change: (view: DataView) => void) => {
      const bytes = shp([[A]])
      change(new DataView(bytes.buffer))
      return bytes
    }
    for (const bytes of [
      lengths((view) => view.setInt32(104, -4)),
      lengths((view) => view.setInt32(104, 0)),
      lengths((view) => view.setInt32(104, 1_000_000)),
      lengths((view) => view.setInt32(144, 2_000_000_000, true)),
      lengths((view) => view.setInt32(144, -1, true)),
      lengths((view) => view.setInt32(148, 2_000_000_000, true)),
      lengths((view) => view.setInt32(152, 99, true)),
    ])
      expect(await refusal(bytes)).toBe('error.landFile.unreadable')
    expect(MAX_LAND_FILE_CORNERS).toBeLessThan(100_000)
  })

  test('bytes of any kind end in words', async () => {
    const templates = [
      shp([[A, square(113.3402, 22.9602, 0.0002)], [A]]),
      dbf([{ name: 'a' }]),
      kml(`<Placemark>${kmlPolygon(A)}</Placemark>`),
      geoJson([{ rings: [A] }]),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...templates),
        fc.array(fc.tuple(fc.nat(600), fc.nat(255)), { maxLength: 8 }),
        fc.boolean(),
        async (template, changes, packed) => {
          const bytes = template.slice()
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
          const file = packed
            ? zip({ 'a.shp': template === templates[1] ? templates[0]! : bytes, 'a.dbf': bytes, 'a.prj': PRJ.wgs84 })
            : bytes
          expect(await refusal(file)).toMatch(/^(read$|error\.|projection )/)
        },
      ),
      { numRuns: 300 },
    )
  }, 60_000)
})

describe('rings', () => {
  test('the common part of two squares is what it is, and nothing where they touch', () => {
    expect(sharedPart(A, A)).toBeCloseTo(1, 9)
    expect(sharedPart(A, square(113.3405, 22.96))).toBeCloseTo(0.5, 9)
    expect(sharedPart(A, square(113.3405, 22.9605))).toBeCloseTo(0.25, 6)
    expect(sharedPart(square(113.3402, 22.9602, 0.0002), A)).toBeCloseTo(1, 9)
    expect(sharedPart(A, square(113.341, 22.96))).toBeCloseTo(0, 9)
    expect(sharedPart(A, square(113.341, 22.961))).toBeCloseTo(0, 9)
  })
  test('a hole is of the smallest outline around it, and an island in it is an outline', () => {
    const [outer, hole, island, other] = [square(0, 0, 10), square(2, 2, 6), square(4, 4, 2), square(20, 0, 5)]
    const areas = areasOf([island, other, hole, outer])
    expect(areas.map(({ rings }) => rings)).toEqual([[island], [other], [outer, hole]])
    // A ring beside an outline, in its box alone.
    const corner: Position[] = [
      [0, 0],
      [10, 0],
      [0, 10],
    ]
    expect(areasOf([corner, square(8, 8, 1)])).toHaveLength(2)
  })
  test('a thinned ring has corners of its own and lies as near as it says', () => {
    fc.assert(
      fc.property(outline, fc.integer({ min: 3, max: 12 }), (ring, most) => {
        const { ring: left, metres } = thinned(ring, most)
        expect(left.length).toBeLessThanOrEqual(Math.max(most, 2))
        expect(left.every((one) => ring.includes(one))).toBe(true)
        if (left.length === ring.length) expect(metres).toBe(0)
      }),
      { numRuns: 50 },
    )
  })
  test('counts are kept', () => {
    const budget = new Budget()
    const into = new Map<string, string>()
    for (let at = 0; at < 100; at++) budget.property(into, `p${at}`, 'x'.repeat(1000))
    expect(into.size).toBe(60)
    expect(into.get('p0')).toHaveLength(200)
  })
})
