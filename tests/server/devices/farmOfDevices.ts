import { deviceTypes } from '#contract/devices/deviceType'
import { arrange } from '../arrange.ts'
import { startTestServer, type TestServerOptions } from '../harness.ts'

export const GATEWAY_CODE = deviceTypes.gateway.code

/** One tenant with two bases, another tenant beside it, and clients of people who may do different things. */
export async function startFarm(options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  const build = arrange(server.owner)
  const tenant = await build.aTenant()
  const north = await build.anArea({ tenant_id: tenant.id, area_name: 'North' })
  const south = await build.anArea({ tenant_id: tenant.id, area_name: 'South' })
  const elsewhere = await build.aTenant()
  const foreign = await build.anArea({ tenant_id: elsewhere.id })
  const enter = async (codes: readonly string[], given: { tenantId?: number; areaIds?: readonly number[] } = {}) => {
    const user = await build.aUser({ tenantId: given.tenantId ?? tenant.id, codes, areaIds: given.areaIds ?? null })
    return server.signIn(user.login_name)
  }
  const admin = await enter(['*'])
  /** Sees the north base only, may do everything there. */
  const northerner = await enter(['*'], { areaIds: [north.id] })
  /** Opens the gateway page and changes nothing. */
  const viewer = await enter([GATEWAY_CODE])
  /** Administrator of the other tenant. */
  const rival = await enter(['*'], { tenantId: elsewhere.id })
  const t = tenant.id
  return { ...server, build, tenant, t, north, south, elsewhere, foreign, admin, northerner, viewer, rival, enter }
}
export type Farm = Awaited<ReturnType<typeof startFarm>>
