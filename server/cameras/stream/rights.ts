import { type Kysely, sql } from 'kysely'
import { CAMERAS_READ, SURVEILLANCE } from '#contract/cameras/permission'
import type { FailureCode } from '#contract/core/failure'
import type { Database } from '../../ground/database/schema.ts'
import type { Gate } from '../../ground/http/gate.ts'
import type { Pass } from './tickets.ts'

export type Forbidden = Extract<
  FailureCode,
  'error.notFound' | 'error.permission.denied' | 'error.permission.accessTokenInvalid' | 'wfpe.warn.camera.disable'
>
interface Row {
  readonly area_id: number
  readonly shared: number[]
  readonly disabled_flag: number
}

/** Why somebody may not watch any more what they were let in for; null where they may. */
export async function forbids(pass: Pass, given: { db: Kysely<Database>; gate: Gate; clock: () => number }): Promise<Forbidden | null> {
  const { db, gate, clock } = given
  const { rows: sessions } = await sql`select from session s join app_user u on u.id = s.user_id
    where s.id = ${pass.sessionId} and s.user_id = ${pass.userId} and s.revoked_at is null and s.expires_at > ${clock()} and u.enabled`.execute(
    db,
  )
  if (sessions.length === 0) return 'error.permission.accessTokenInvalid'
  const caller = await gate.session(pass.sessionId)
  const grant = caller && (await gate.grantFor(caller, pass.tenantId))
  const areas = grant?.areasFor([CAMERAS_READ, SURVEILLANCE]) ?? (grant ? null : [])
  if (areas?.length === 0) return 'error.permission.denied'
  const { rows } = await sql<Row>`select d.area_id, c.disabled_flag,
      array(select s.area_id from camera_share s where s.tenant_id = c.tenant_id and s.device_id = c.device_id) as shared
    from camera c join device d on d.id = c.device_id where c.device_id = ${pass.cameraId} and c.tenant_id = ${pass.tenantId}`.execute(db)
  const row = rows[0]
  if (!row || (areas !== null && ![row.area_id, ...row.shared].some((areaId) => areas.includes(areaId)))) return 'error.notFound'
  return row.disabled_flag === 1 ? 'wfpe.warn.camera.disable' : null
}
