import { z } from 'zod'
import { defineCall } from '../core/call.ts'
import { flag, id, integer, position, text } from '../core/values.ts'
import { land, LAND_TYPES, NURTURE_KINDS } from './land.ts'

/** The most megabytes of a file of outlines. */
export const MAX_LAND_FILE_MB = 10
/** The most features that one file holds, and the most plots that are made of them. */
export const MAX_LAND_FILE_ROWS = 1000
/** The most corners of all outlines of one file together. */
export const MAX_LAND_FILE_CORNERS = 50_000
/** An outline that lies farther from the centre of its base is said to, in km. */
export const FAR_FROM_BASE_KM = 50

export const LAND_FILE_FORMATS = ['kml', 'geojson', 'shapefile'] as const
export type LandFileFormat = (typeof LAND_FILE_FORMATS)[number]
/** What they are called, in every language. */
export const LAND_FORMAT_NAMES: Readonly<Record<LandFileFormat, string>> = { kml: 'KML', geojson: 'GeoJSON', shapefile: 'Shapefile' }
/** The grids in which programs write degrees: WGS84 (to a few centimetres also CGCS2000), and the shifted ones of two map providers. */
export const LAND_DATUMS = ['WGS84', 'GCJ02', 'BD09'] as const
export type LandDatum = (typeof LAND_DATUMS)[number]
/** What to do with an outline that has no id of Furrow and the name of a plot of the base: leave it out unless it is chosen as a new plot, or give it to that plot. */
export const SAME_NAMES = ['leave', 'update'] as const

/** How an outline of a file stands to the plots that are there. */
export const LAND_ROW_STATES = ['new', 'changed', 'same', 'duplicate'] as const

/** Why no plot can be made of an outline. */
export const LAND_ROW_FAULTS = ['point', 'line', 'fewCorners', 'crossing', 'noArea', 'range', 'swapped', 'nameLong', 'notText'] as const

/** What else is to be known of an outline; whoever brings it agrees to each kind. */
export const LAND_ROW_NOTES = ['hole', 'closedLine', 'thinned', 'overlap', 'far'] as const
export type LandRowNote = (typeof LAND_ROW_NOTES)[number]

const landRow = z.object({
  /** Counts the plots of the file from 1; several outlines of one feature are several plots. */
  row: z.int(),
  /** Counts the features of the file from 1. */
  feature: z.int(),
  name: z.string(),
  state: z.enum(LAND_ROW_STATES),
  /** The plot that it is, or that it has the name of; null of a new one, and of one that repeats another outline of the file. */
  landId: z.int().nullable(),
  /** What that plot is called and how large it is, in mu. */
  was: z.object({ landName: z.string(), landMeasure: z.string().nullable() }).nullable(),
  /** WGS84, not closed; null of what has no outline. */
  outline: z.array(position).nullable(),
  /** Without its holes, in mu; null where an amount of mu cannot say it. */
  measure: z.string().nullable(),
  /** Of the outline and all holes. */
  rings: z.int(),
  faults: z.array(z.enum(LAND_ROW_FAULTS)),
  notes: z.array(
    z.object({
      code: z.enum(LAND_ROW_NOTES),
      /** Of holes: what they take, in mu. */
      mu: z.string().optional(),
      /** Of an outline with more corners than a plot has: how many it had, and how far it was moved at most, in m. */
      corners: z.int().optional(),
      metres: z.number().optional(),
      /** Of what lies far away: how far, in km. */
      km: z.int().optional(),
      /** Of overlaps: with what. */
      names: z.array(z.string()).optional(),
    }),
  ),
})
export type LandRow = z.infer<typeof landRow>

/** What a file of outlines holds, and what would become of it; nothing is made of it. */
export const landFileReport = z.object({
  format: z.enum(LAND_FILE_FORMATS),
  /**
   * What the file itself says of its coordinates, as it says it (`WGS 84`, the name of a projection); null where it says nothing. GeoJSON and KML
   * are WGS84 by their standards, which programs that draw on a shifted map do not keep: that says nothing.
   */
  said: z.string().nullable(),
  /** The properties that may hold the name of a plot, and the one that does in this report; null where there is none. */
  nameFields: z.array(z.string()),
  nameOf: z.string().nullable(),
  rows: z.array(landRow),
})
export type LandFileReport = z.infer<typeof landFileReport>

/** How a file is read. */
const reading = {
  /** The base that new plots are put into. */
  areaId: id,
  /** In which grid its degrees are written; where a projection is named it gives WGS84, and this is a shift on top of it. */
  datum: z.enum(LAND_DATUMS),
  /** It has latitudes where longitudes belong. */
  swapped: flag.default(0),
  /** The property that is the name of a plot; without it the likeliest. */
  nameOf: text(200).optional(),
  sameName: z.enum(SAME_NAMES).default('leave'),
}

const path = '/wfpf/v1/{t}/land'
const narrowing = land.calls.export.query.omit({ template: true })
const failures =
  'Fails with error.landFile.unreadable, error.landFile.empty, error.landFile.tooMany, error.landFile.corners, error.landFile.projection, error.landFile.noProjection, error.file.fileTooBig'

export const landFileCalls = {
  check: defineCall({
    method: 'GET',
    path: `${path}/file/{uuid}`,
    permission: land.codes.create,
    summary: `What would become of a file of outlines (KML, KMZ, GeoJSON, a shapefile) that the caller uploaded: each plot with its outline in WGS84, its area, and what is wrong with it. Without a datum degrees are read as WGS84. Nothing is made. ${failures}`,
    query: z.object({ ...reading, datum: reading.datum.optional() }),
    answer: landFileReport,
    follows: ['land'],
  }),
  bring: defineCall({
    method: 'POST',
    trail: ['land', 'batch'],
    path: `${path}/file`,
    permission: land.codes.create,
    summary: `Makes plots of the chosen outlines of such a file and gives others their new outlines, which needs the code to edit plots; all of it or nothing. Where an outline stands otherwise than its row says by now, or has what nobody agreed to: error.landFile.moved. ${failures}`,
    body: z.object({
      ...reading,
      fileId: z.uuid(),
      /** What new plots are. */
      landType: z.enum(LAND_TYPES),
      nurtureKind: z.enum(NURTURE_KINDS).nullable().default(null),
      rows: z
        .array(z.object({ row: integer(1, MAX_LAND_FILE_ROWS), state: z.enum(['new', 'changed', 'duplicate']) }))
        .min(1)
        .max(MAX_LAND_FILE_ROWS),
      agreed: z.array(z.enum(LAND_ROW_NOTES)).max(LAND_ROW_NOTES.length).default([]),
    }),
    answer: z.object({ created: z.int(), updated: z.int() }),
  }),
  geojson: defineCall({
    method: 'GET',
    path: `${path}/geojson`,
    permission: land.codes.export,
    produces: 'application/geo+json',
    summary: 'The plots of the list that have an outline as GeoJSON (RFC 7946, WGS84)',
    query: narrowing,
  }),
  kml: defineCall({
    method: 'GET',
    path: `${path}/kml`,
    permission: land.codes.export,
    produces: 'application/vnd.google-earth.kml+xml',
    summary: 'The plots of the list that have an outline as KML 2.2 (WGS84)',
    query: narrowing,
  }),
  shapefile: defineCall({
    method: 'GET',
    path: `${path}/shapefile`,
    permission: land.codes.export,
    produces: 'application/zip',
    summary: 'The plots of the list that have an outline as a shapefile in a zip: .shp, .shx, .dbf in UTF-8, .prj of WGS84, .cpg',
    query: narrowing,
  }),
}

/** The id that an exported outline carries: what brings it back knows its plot by it. */
export const landFileId = (tenantId: number, landId: number): string => `furrow-land-${tenantId}-${landId}`
/** The plot that such an id names in this tenant; null of any other. */
export function landOfFileId(tenantId: number, text: unknown): number | null {
  const found = typeof text === 'string' ? /^furrow-land-(\d{1,15})-(\d{1,15})$/.exec(text.trim()) : null
  return found && Number(found[1]) === tenantId ? Number(found[2]) : null
}
/** The property in which it stands; a shapefile has room for ten letters. */
export const ID_PROPERTY = 'furrowId'
