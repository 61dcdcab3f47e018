import { sql } from 'kysely'
import type { Span } from '#contract/cameras/recording'
import type { Scope } from '../../ground/database/scope.ts'
import { GAP_MS } from './groups.ts'
import { ONE_MOTION_MS } from './segment.ts'
import { clipped, joined } from './spans.ts'

const DAYS_BEFORE_MS = 31 * 86_400_000

interface Times {
  readonly from: number
  readonly to: number
}

/** What is kept of a camera within a time, ms: without gaps, and where something moved. */
export async function readSpans(scope: Scope, cameraId: number, { from, to }: Times): Promise<{ spans: Span[]; motions: Span[] }> {
  const rows = await scope.raw
    .selectFrom('camera_segment')
    .select(['from_at', 'to_at', 'motion'])
    .where('tenant_id', '=', scope.tenantId)
    .where('device_id', '=', cameraId)
    .where('to_at', '>', from)
    .where('from_at', '<', to)
    .whereRef('to_at', '>', 'from_at')
    .execute()
  const spans = joined(
    rows.map((row) => ({ from: row.from_at, to: row.to_at })),
    GAP_MS,
  )
  const motions = rows.flatMap(({ motion }) => motion.map(([start, end]) => ({ from: start, to: end })))
  return { spans: clipped(spans, from, to), motions: clipped(joined(motions, ONE_MOTION_MS), from, to) }
}

/** The days of a zone on which something is kept, of the 31 before a moment, newest first. */
export async function readDays(scope: Scope, cameraId: number, to: number, zone: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select distinct to_char(to_timestamp(at / 1000.0) at time zone ${zone}, 'YYYY-MM-DD') as day
    from camera_segment s cross join lateral (values (s.from_at), (s.to_at)) as edge (at)
    where s.tenant_id = ${scope.tenantId} and s.device_id = ${cameraId} and s.to_at > ${to - DAYS_BEFORE_MS} and s.from_at < ${to}
      and at between ${to - DAYS_BEFORE_MS} and ${to} order by day desc`.execute(scope.raw)
  return rows.map(({ day }) => day)
}

/** How much is kept of a camera, bytes, and since when, ms. */
export async function readKept(scope: Scope, cameraId: number): Promise<{ bytes: number; oldestAt: number | null }> {
  const { rows } = await sql<{ bytes: number; oldest: number | null }>`
    select coalesce(sum(bytes), 0)::bigint as bytes, min(from_at) filter (where to_at > from_at) as oldest from camera_segment
    where tenant_id = ${scope.tenantId} and device_id = ${cameraId}`.execute(scope.raw)
  return { bytes: rows[0]!.bytes, oldestAt: rows[0]!.oldest }
}
